/** JSON is shown by `curl` in a terminal: it has no character that one obeys, and the same value all the same. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSafeJson } from '#src/api/safe-json.ts'
import { createReport } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

const HOSTILE = 'a\u001b[2J\u007f\u0085\u009b31m\u009d0;x\u009c\u2028\u2029\u202egnp\u2066x'
const ACTS = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

test('any value comes back as it was, from one line without control characters', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(HOSTILE, '\u0000', '\ud800', '\u009b'))
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
      const json = toSafeJson(value)
      expect(json).not.toMatch(ACTS)
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('an audit, its parts and its problems are shown so', async () => {
  const { get, post, store, queue } = createTestApp()
  queue.onJob = (id) => void store.end(id, 'succeeded', createReport({ notes: [HOSTILE] }))
  const started = await post({ domain: 'blog.example' })
  expect(started.json().report.notes).toEqual([HOSTILE])
  const url = `/audits/${started.json().id}`
  const unknown = await get(`${url}?x${encodeURIComponent('\u009b\u202e')}=1`)
  expect(unknown.statusCode).toBe(400)
  for (const { body } of [started, await get(url), unknown]) expect(body).not.toMatch(ACTS)
})
