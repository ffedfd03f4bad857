/** What is written while an audit runs, and in which pieces. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createProgressSaver } from '#src/jobs/save-progress.ts'
import type { Progress } from '#src/model/audit.ts'
import type { NewEvent } from '#src/store/events.ts'
import { makeDocument, makeFinding, makeReport } from '../support/sample-report.ts'

const PROGRESS: Progress = { stage: 'walk', documents: [1, 2], pages: [0, 0], entries: 3, bytes: 4 }
const finding = (fingerprint: string, changes = {}) => makeFinding({ fingerprint, ...changes })

function createSaver() {
  const saved: NewEvent[][] = []
  const errors: unknown[] = []
  let failures = 0
  const saver = createProgressSaver(
    async (_progress, _partial, events) => {
      if (failures-- > 0) throw new Error('down')
      saved.push(events)
    },
    (error) => errors.push(error),
  )
  return {
    saver,
    saved,
    errors,
    fail: (times: number) => {
      failures = times
    },
    keys: () => saved.flat().map(({ type, key }) => (type === 'finding' ? key.slice('finding '.length) : type)),
    tell(...findings: ReturnType<typeof finding>[]) {
      saver.found({ documents: [], findings })
      saver.take(PROGRESS, makeReport)
    },
  }
}

test('what is found is written with the progress, many at once, each once', async () => {
  const { saver, saved, tell, keys } = createSaver()
  saver.found({ documents: [makeDocument()], findings: [] })
  tell(finding('a'))
  tell(finding('a'), finding('b'))
  await vi.waitFor(() => expect(saved).toHaveLength(1), 3_000)
  expect(keys()).toEqual(['document', 'a', 'b'])
  await saver.stop()
})

test('what could not be written comes with the next progress, in its order', async () => {
  const { saver, saved, errors, tell, fail, keys } = createSaver()
  fail(1)
  tell(finding('a'))
  await vi.waitFor(() => expect(errors).toHaveLength(1), 3_000)
  tell(finding('b'))
  await vi.waitFor(() => expect(saved).toHaveLength(1), 3_000)
  expect(keys()).toEqual(['a', 'b'])
  await saver.stop()
})

test('more than one statement takes comes in several, without waiting for progress', async () => {
  const { saver, saved, tell, keys } = createSaver()
  tell(...Array.from({ length: 1_100 }, (_, index) => finding(`f${index}`)))
  await vi.waitFor(() => expect(keys()).toHaveLength(1_100), 5_000)
  expect(saved.map((events) => events.length)).toEqual([500, 500, 100])
  await saver.stop()
})

test('the end brings what was not told, and corrects what was told otherwise', async () => {
  const { saver, saved, tell, keys } = createSaver()
  tell(finding('stays'), finding('grows', { occurrences: 1 }), finding('goes'))
  await vi.waitFor(() => expect(saved).toHaveLength(1), 3_000)
  const findings = [finding('stays'), finding('grows', { occurrences: 5 }), finding('late')]
  await saver.finish(makeReport({ documents: [makeDocument()], findings }))
  expect(keys()).toEqual(['stays', 'grows', 'goes', 'document', 'late', 'corrected'])
  expect(JSON.parse(saved.flat().at(-1)?.body ?? '')).toEqual({
    withdrawn: ['goes'],
    changed: [{ fingerprint: 'grows', severity: 'error', occurrences: 5, share: 0.5, suppressed: null }],
  })
})

test('an audit that was over before anything was told tells nothing', async () => {
  const { saver, saved, tell } = createSaver()
  tell(finding('a'))
  await saver.finish(makeReport({ findings: [finding('a')] }))
  await delay(400)
  expect(saved).toEqual([[]])
})
