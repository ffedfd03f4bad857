import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReadDocument } from '#src/audit/read-document.ts'
import { loadDocument } from '#src/audit/stored-document.ts'
import type { EarlierDocuments } from '#src/audit/tools.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { createAuditStore } from '#src/store/audits.ts'
import { createEarlierDocumentStore } from '#src/store/earlier-documents.ts'
import { migrate } from '#src/store/migrate.ts'
import { openLink } from '#src/store/open-link.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { createScheduleStore } from '#src/store/schedules.ts'
import { openBackends } from '#test/support/backends.ts'
import { makeDocument, makeFinding, makeReport } from '#test/support/sample-report.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

const URL_A = 'https://a.example/a.xml'
const ETAG = '"v\u00e91"'

/** A document that was read, with texts that no column takes. */
function readOf(url: string, changes: { etag?: string; locs?: number[] } = {}): ReadDocument {
  return {
    node: { url, via: 'request', parent: null, depth: 0, ancestors: [], line: null, isNamedByRobots: false },
    report: makeDocument({ url, finalUrl: url }),
    exchange: {
      url,
      finalUrl: url,
      hops: [],
      status: 200,
      headers: [['etag', changes.etag ?? ETAG]],
      ending: { kind: 'answer' },
      notices: [],
      challenge: null,
      nowMs: 1_000,
    },
    findings: [makeFinding({ message: 'nul \0 and half a pair \ud800.' })],
    failures: [],
    check: {
      children: [],
      foreign: [],
      newest: null,
      notes: [],
      isNews: false,
      checkMs: 3,
      fingerprints: { count: 2, isCapped: false },
      alternates: null,
    },
    heavy: {
      fingerprints: { locs: changes.locs ?? [1, 2 ** 52], isCapped: false, smallest: [] },
      alternates: null,
      candidates: { fixed: [], seeded: [], strata: [] },
    },
    format: null,
  }
}

describe.each(backends.all)('the documents of earlier audits on $name', ({ create }) => {
  let store: OpenStore
  let scheduleId: string
  const options = { ...AUDIT_DEFAULTS, domain: 'a.example' }
  beforeAll(async () => {
    store = await openStore(await create(), (error) => {
      throw error
    })
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    const plan = {
      domain: 'a.example',
      options,
      cron: '0 3 * * *',
      timezone: 'UTC',
      sealedHeaders: null,
      isPaused: false,
    }
    scheduleId = (await store.schedules.insert(plan)).id
  })

  /** An audit of the schedule that runs. */
  async function begin(of: string | null = scheduleId, seed = 1) {
    const { audit } = await store.audits.insert({
      domain: 'a.example',
      options: { ...options, seed },
      sealedHeaders: null,
      idempotencyKey: null,
      ...(of !== null && { scheduleId: of }),
    })
    await store.audits.start(audit.id)
    const earlier = await store.earlier.open(audit.id)
    return { id: audit.id, earlier: earlier as EarlierDocuments }
  }
  async function succeed(id: string) {
    await store.audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })
    await store.earlier.settle(id)
  }

  test('are there for the next audit of the same schedule, as they were', async () => {
    const first = await begin()
    expect(await first.earlier.find(URL_A, 'x')).toBeNull()
    await first.earlier.keep(readOf(URL_A), 'x')
    // It runs again after its worker died: what it has read itself is not earlier.
    expect(await first.earlier.find(URL_A, 'x')).toBeNull()
    await succeed(first.id)

    const second = await begin()
    expect(await second.earlier.find(URL_A, 'x')).toEqual({ finalUrl: URL_A, etag: ETAG, lastModified: null })
    const stored = await second.earlier.load(URL_A)
    expect(stored && loadDocument(stored)).toEqual(readOf(URL_A))
    expect(await second.earlier.find(URL_A, 'another')).toBeNull()
    expect(await second.earlier.find('https://a.example/b.xml', 'x')).toBeNull()
    expect(await store.earlier.open((await begin(null)).id)).toBeNull()
    expect(await (await begin(scheduleId, 2)).earlier.find(URL_A, 'x')).toBeNull()
  })

  test('stay as long as they are met, and are replaced when they were read anew', async () => {
    const first = await begin()
    for (const name of ['a', 'b', 'c']) await first.earlier.keep(readOf(`https://a.example/${name}.xml`), 'x')
    await succeed(first.id)
    const second = await begin()
    await second.earlier.confirm(URL_A)
    await second.earlier.keep(readOf('https://a.example/b.xml', { etag: '"2"' }), 'x')
    await succeed(second.id)
    const third = await begin()
    const found = ['a', 'b', 'c'].map((name) => third.earlier.find(`https://a.example/${name}.xml`, 'x'))
    expect((await Promise.all(found)).map((one) => one?.etag)).toEqual([ETAG, '"2"', undefined])
  })

  test('do not count while the audit that met them last has not succeeded', async () => {
    const first = await begin()
    await first.earlier.keep(readOf(URL_A), 'x')
    await succeed(first.id)
    const second = await begin()
    await second.earlier.confirm(URL_A)
    await store.audits.finish(second.id, { status: 'failed', report: null, error: null })
    expect(await (await begin()).earlier.find(URL_A, 'x')).toBeNull()
  })

  test('go with their audit and with their schedule', async () => {
    const first = await begin()
    await first.earlier.keep(readOf(URL_A), 'x')
    await succeed(first.id)
    const second = await begin()
    await store.audits.remove(first.id)
    expect(await second.earlier.find(URL_A, 'x')).toBeNull()
    await second.earlier.keep(readOf(URL_A), 'x')
    await succeed(second.id)
    const third = await begin()
    await store.schedules.remove(scheduleId)
    expect(await third.earlier.find(URL_A, 'x')).toBeNull()
    expect(await third.earlier.load(URL_A)).toBeNull()
  })
})

test('the room for earlier documents is bounded for a document and for a schedule', async () => {
  const { db, close } = await openLink({ databaseUrl: null, dataDir: 'memory' }, () => {})
  try {
    await migrate(db)
    const options = { ...AUDIT_DEFAULTS, domain: 'a.example' }
    const plan = {
      domain: 'a.example',
      options,
      cron: '0 3 * * *',
      timezone: 'UTC',
      sealedHeaders: null,
      isPaused: false,
    }
    const { id: scheduleId } = await createScheduleStore(db).insert(plan)
    const audits = createAuditStore(db)
    const begin = async () => {
      const { audit } = await audits.insert({ ...plan, idempotencyKey: null, scheduleId })
      await audits.start(audit.id)
      return audit.id
    }
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index * 7)
    const id = await begin()
    const earlier = createEarlierDocumentStore(db, 3_000_000)
    const first = await earlier.open(id)
    await first?.keep(readOf('https://a.example/huge.xml', { locs: numbers(600_000) }), 'x')
    for (const name of ['a', 'b', 'c']) {
      await first?.keep(readOf(`https://a.example/${name}.xml`, { locs: numbers(150_000) }), 'x')
    }
    // One that is there already may be replaced.
    await first?.keep(readOf('https://a.example/b.xml', { locs: numbers(150_000), etag: '"2"' }), 'x')
    await audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })
    const second = await earlier.open(await begin())
    const found = ['huge', 'a', 'b', 'c'].map((name) => second?.find(`https://a.example/${name}.xml`, 'x'))
    expect((await Promise.all(found)).map((one) => one?.etag)).toEqual([undefined, ETAG, '"2"', undefined])
  } finally {
    await close()
  }
})
