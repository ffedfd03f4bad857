/** Audits beside each other through the API, over an embedded database and audits of sites on sockets. */
import '#test/support/quick-pglite.ts'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { renderOpenapi } from '#src/api/openapi.ts'
import { validateDocument } from '#src/audit/validate-document.ts'
import { createJobRunner } from '#src/jobs/run-job.ts'
import type { Audit } from '#src/model/audit.ts'
import { RULES } from '#src/rules/index.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { auditSite } from '../support/audit-site.ts'
import { createFakeQueue } from '../support/fake-store.ts'
import type { Site } from '../support/site.ts'
import { faultsAgainst } from './described.ts'
import { createTestApp } from './test-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let store: OpenStore
beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, console.error)
})
afterAll(() => store.close())

/** Audits really, whatever `site` is at the moment. */
function createAuditedApp() {
  const state: { site: Site } = { site: { host: 'a.example', routes: {} } }
  const queue = createFakeQueue()
  const made = createTestApp(
    { maxQueue: 100, maxDocumentBytes: 1_000_000 },
    {
      store,
      queue,
      rules: RULES,
      validate: (upload) => validateDocument(upload, 1_000_000, Date.now()),
    },
  )
  const runJob = createJobRunner({
    store,
    runAudit: (options, tools) => auditSite([state.site], { options, tools }),
    openHeaders: () => ({}),
    logger: pino({ level: 'silent' }),
  })
  queue.onJob = (id) => void runJob(id, new AbortController().signal)
  const audit = async (site: Site, options: object = {}): Promise<Audit> => {
    state.site = site
    return (await made.post({ domain: site.host, pages: 0, ...options })).json()
  }
  const validate = (body: string, query: Record<string, string>) =>
    made.app.inject({ method: 'POST', url: `/validate?${new URLSearchParams(query)}`, payload: body })
  return { ...made, queue, audit, validate }
}

const openapi = parse(await renderOpenapi())
const faultsOf = (name: string, value: unknown) =>
  faultsAgainst(openapi, { $ref: `#/components/schemas/${name}` }, value)

const pages = (host: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ loc: `https://${host}/page-${from + i}.html` }))

function siteOf(host: string, children: Record<string, string | number>): Site {
  return {
    host,
    routes: {
      '/robots.txt': robotsTxt(`Sitemap: https://${host}/index.xml`),
      '/index.xml': { body: sitemapIndex(Object.keys(children).map((name) => ({ loc: `https://${host}/${name}` }))) },
      ...Object.fromEntries(
        Object.entries(children).map(([name, body]) => [
          `/${name}`,
          typeof body === 'number' ? { status: body, body: 'no' } : { body },
        ]),
      ),
    },
  }
}

describe('GET /audits/{id}/diff', () => {
  test('tells findings and documents, with the URLs that came and went', async () => {
    const { audit, get } = createAuditedApp()
    const host = 'diff.example'
    const fault = { loc: `https://${host}/a#b` }
    const first = await audit(
      siteOf(host, {
        'a.xml': urlset([...pages(host, 10), fault]),
        'b.xml': urlset(pages(host, 5, 100)),
        'c.xml': urlset(pages(host, 3, 200)),
      }),
    )
    const second = await audit(
      siteOf(host, {
        'a.xml': urlset(pages(host, 10, 2)),
        'c.xml': urlset(pages(host, 3, 200)),
        'd.xml': urlset([...pages(host, 4, 300), fault]),
      }),
    )
    const diff = (await get(`/audits/${second.id}/diff`)).json()
    const place = (name: string) => `https://${host}/${name}`
    expect(diff).toMatchObject({
      audit: second.id,
      against: first.id,
      documents: {
        added: [place('d.xml')],
        lost: [place('b.xml')],
        changed: [
          { url: place('index.xml'), entries: [3, 3], addedUrls: [place('d.xml')], removedUrls: [place('b.xml')] },
          { url: place('a.xml'), entries: [11, 10] },
        ],
      },
    })
    expect(faultsOf('Diff', diff)).toEqual([])
    const a = diff.documents.changed[1]
    expect(a.addedUrls.sort()).toEqual([place('page-10.html'), place('page-11.html')])
    expect(a.removedUrls.sort()).toEqual([place('a#b'), place('page-0.html'), place('page-1.html')])
    const told = (findings: { rule: string; document: string }[]) =>
      findings.map(({ rule, document }) => `${rule} ${document}`).sort()
    expect(told(diff.findings.new)).toContain(`history-document-lost ${place('index.xml')}`)
    expect(told(diff.findings.new)).toContain(`loc-fragment ${place('d.xml')}`)
    expect(told(diff.findings.fixed)).toEqual([`lastmod-absent ${place('b.xml')}`, `loc-fragment ${place('a.xml')}`])

    const back = (await get(`/audits/${first.id}/diff?against=${second.id}`)).json()
    expect(back.documents.added).toEqual([place('b.xml')])
    expect(back.documents.lost).toEqual([place('d.xml')])
    const same = (await get(`/audits/${second.id}/diff?against=${second.id}`)).json()
    expect(same.documents).toEqual({ added: [], lost: [], changed: [] })
    expect(same.findings.unchanged).toHaveLength(second.report?.findings.length ?? -1)
  })

  test('takes no child for lost or added that was not chosen, or could not be read', async () => {
    const { audit, get } = createAuditedApp()
    const host = 'grown.example'
    const children = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.xml`, urlset(pages(host, 3, 10 * i))]))
    const first = await audit(siteOf(host, children(5)))
    const second = await audit(siteOf(host, { ...children(9), '0.xml': 503 }))
    expect(first.report?.documents.map(({ url }) => new URL(url).pathname)).toEqual([
      '/index.xml',
      '/0.xml',
      '/2.xml',
      '/4.xml',
    ])
    expect(second.report?.documents.map(({ url }) => new URL(url).pathname)).toEqual([
      '/index.xml',
      '/0.xml',
      '/4.xml',
      '/8.xml',
    ])
    const diff = (await get(`/audits/${second.id}/diff`)).json()
    expect(diff.documents).toMatchObject({ added: [`https://${host}/8.xml`], lost: [] })
    expect(second.report?.findings.filter(({ rule }) => rule.startsWith('history-'))).toEqual([])
  })

  test('says why there is nothing to compare', async () => {
    const { audit, get, post, queue } = createAuditedApp()
    const site = siteOf('alone.example', { 'a.xml': urlset(pages('alone.example', 2)) })
    const one = await audit(site)
    const url = `/audits/${one.id}/diff`
    expect((await get(url)).json()).toMatchObject({ status: 404, code: 'BASELINE_NOT_FOUND', field: 'against' })
    const other = await audit(siteOf('other.example', { 'a.xml': urlset([]) }))
    for (const [against, detail] of [
      ['x', /no audit with this id/],
      ['01900000-0000-7000-8000-000000000000', /no audit with this id/],
      [other.id, /is of other\.example, not of alone\.example/],
    ] as const) {
      const answer = (await get(`${url}?against=${against}`)).json()
      expect(answer).toMatchObject({ status: 400, code: 'PARAMETER_INVALID', field: 'against' })
      expect(answer.detail).toMatch(detail)
    }
    expect((await get('/audits/x/diff')).json()).toMatchObject({ status: 404, code: 'AUDIT_NOT_FOUND' })
    queue.onJob = () => {}
    const waiting = (await post({ domain: 'alone.example' }, { prefer: 'respond-async' })).json()
    expect((await get(`/audits/${waiting.id}/diff`)).json()).toMatchObject({
      status: 409,
      code: 'AUDIT_NOT_COMPARABLE',
    })
    expect((await get(`${url}?against=${waiting.id}`)).json().detail).toMatch(/has not succeeded: its status is queued/)
  })
})

describe('GET /domains/{domain}', () => {
  test('lists the audits of the domain, newest first, with what tells which can be compared', async () => {
    const { audit, get } = createAuditedApp()
    const site = siteOf('time.example', { 'a.xml': urlset(pages('time.example', 2)) })
    const first = await audit(site)
    const second = await audit(site, { gate: {} })
    const third = await audit(site, { children: 'all' })
    const page = (await get('/domains/time.example?limit=2')).json()
    const rest = (await get(`/domains/time.example?limit=2&cursor=${page.next}`)).json()
    expect(rest.next).toBeNull()
    expect([...faultsOf('DomainHistory', page), ...faultsOf('DomainHistory', rest)]).toEqual([])
    const items = [...page.items, ...rest.items]
    expect(items.map(({ id }) => id)).toEqual([third.id, second.id, first.id])
    expect(items.map(({ baseline }) => baseline)).toEqual([null, first.id, null])
    expect(items[1].optionsKey).toBe(items[2].optionsKey)
    expect(items[0].optionsKey).not.toBe(items[1].optionsKey)
    expect(items[1]).toMatchObject({ gate: { passed: true }, verdict: first.report?.verdict, summary: { entries: 2 } })
    expect((await get('/domains/https%3A%2F%2FTime.example')).json().items).toHaveLength(3)
  })

  test('has an empty list for a domain that was never audited, and refuses what is none', async () => {
    const { get } = createAuditedApp()
    expect((await get('/domains/never.example')).json()).toEqual({ domain: 'never.example', items: [], next: null })
    expect((await get('/domains/a@b')).json()).toMatchObject({ status: 400, field: 'domain' })
    expect((await get('/domains/never.example?cursor=x')).json()).toMatchObject({ status: 400, field: 'cursor' })
  })
})

describe('a baseline', () => {
  test('that was kept out of a document has it from the audit before: a drop is seen, and what stood is no news', async () => {
    const { audit } = createAuditedApp()
    const host = 'blocked-night.example'
    const gate = { failOn: 'new-error', unchecked: 'pass' }
    const night = (a: string | number) =>
      audit(siteOf(host, { 'a.xml': a, 'b.xml': urlset(pages(host, 5, 500)) }), { children: 'all', gate })
    const rows = (count: number) => urlset([...pages(host, count), { loc: '/relative' }])
    const first = await night(rows(100))
    expect((await night(403)).gate).toEqual({ passed: true, reasons: [] })
    const known = await night(rows(100))
    expect(known.gate).toEqual({ passed: true, reasons: [] })
    expect(known.report?.notes.at(-1)).toContain(`is compared as the audit ${first.id} of `)
    await night(403)
    expect((await night(rows(20))).gate).toEqual({
      passed: false,
      reasons: [
        expect.stringMatching(/^history-entries-dropped in .*a\.xml: The document has 21 entries and had 101 on /),
      ],
    })
  })

  test('may be named, must be of the domain, and none may be wanted', async () => {
    const { audit, post } = createAuditedApp()
    const host = 'named.example'
    const full = siteOf(host, { 'a.xml': urlset(pages(host, 100)) })
    const first = await audit(full)
    const half = siteOf(host, { 'a.xml': urlset(pages(host, 50)) })
    const second = await audit(half, { gate: {} })
    expect(second.gate?.passed).toBe(false)
    expect(await audit(half, { gate: {} })).toMatchObject({ gate: { passed: true } })
    // By name the comparison is with what was right, until it is right again.
    const named = await audit(half, { gate: {}, baseline: first.id })
    expect(named.gate?.reasons[0]).toMatch(/^history-entries-dropped .* 50 entries and had 100/)
    const none = await audit(half, { gate: {}, baseline: null })
    expect(none).toMatchObject({ gate: { passed: true } })
    expect(none.report?.notes.at(-1)).toMatch(/judged this audit alone.*No baseline was wanted\.$/)
    const answer = await post({ domain: 'elsewhere.example', baseline: first.id })
    expect(answer.json()).toMatchObject({ status: 400, code: 'FIELD_INVALID', field: 'baseline' })
  })

  test('makes one finding of one cause, which the summary counts and a suppression takes from the gate', async () => {
    const { audit } = createAuditedApp()
    const host = 'cause.example'
    const place = (name: string) => `https://${host}/${name}`
    const full = siteOf(host, { 'a.xml': urlset(pages(host, 9)), 'b.xml': urlset(pages(host, 9, 50)) })
    const emptied = siteOf(host, { 'a.xml': urlset(pages(host, 9)), 'b.xml': urlset([]) })
    const told = ({ report }: Audit, document: string) =>
      report?.findings.flatMap(({ rule, document: at }) => (at === document ? [rule] : [])) ?? []
    const first = await audit(full)
    const second = await audit(emptied, { gate: {}, baseline: first.id })
    expect(told(second, place('b.xml'))).toEqual(['history-emptied'])
    expect(told(second, place('index.xml'))).not.toContain('index-child-empty')
    expect(second.report?.verdict).toBe('fail')
    expect(second.report?.summary.findings.error).toBe(
      second.report?.findings.filter(({ severity }) => severity === 'error').length,
    )
    const suppress = [{ rule: 'history-emptied', document: '*/b.xml', reason: 'moved to the shop' }]
    const third = await audit(emptied, { gate: {}, baseline: first.id, suppress })
    expect(third.gate).toEqual({ passed: true, reasons: [] })
    expect(third.report?.findings.find(({ rule }) => rule === 'history-emptied')?.suppressed).toBe('moved to the shop')
    // Without a baseline that says otherwise it is what it is.
    const fourth = await audit(emptied, { baseline: null })
    expect(told(fourth, place('index.xml'))).toContain('index-child-empty')
  })

  test('does not miss what was renamed, and the notes say where it is', async () => {
    const { audit } = createAuditedApp()
    const host = 'renamed.example'
    await audit(siteOf(host, { 'a-1.xml': urlset(pages(host, 30)), 'b-1.xml': urlset(pages(host, 30, 50)) }))
    const again = siteOf(host, { 'a-2.xml': urlset(pages(host, 30)), 'b-2.xml': urlset(pages(host, 31, 50)) })
    const { gate, report } = await audit(again, { gate: { failOn: 'never' } })
    expect(gate).toEqual({ passed: true, reasons: [] })
    for (const name of ['a', 'b']) {
      expect(report?.notes).toContain(
        `https://${host}/${name}-1.xml of the baseline is not there any more; https://${host}/${name}-2.xml has its entries.`,
      )
    }
  })

  test('that was removed meanwhile is told in the notes', async () => {
    const { audit, app, post, get, queue } = createAuditedApp()
    const site = siteOf('removed.example', { 'a.xml': urlset(pages('removed.example', 2)) })
    const first = await audit(site)
    const run = queue.onJob
    queue.onJob = () => {}
    const body = { domain: 'removed.example', pages: 0, baseline: first.id, gate: {} }
    const { id } = (await post(body, { prefer: 'respond-async' })).json()
    await app.inject({ method: 'DELETE', url: `/audits/${first.id}` })
    run(id)
    await store.whenEnded(id, AbortSignal.timeout(30_000))
    expect((await get(`/audits/${id}`)).json().report.notes.at(-2)).toMatch(
      /^There is no audit .* of this domain any more, which was named as the baseline\.$/,
    )
  })

  test('has the errors that a gate of new ones lets pass', async () => {
    const { audit } = createAuditedApp()
    const host = 'new.example'
    const fault = { loc: `https://${host}/a#b` }
    const options = { gate: { failOn: 'new-error' }, children: 'all' }
    const old = { 'a.xml': urlset([...pages(host, 3), { loc: '/relative' }]), 'b.xml': urlset(pages(host, 2, 20)) }
    const first = await audit(siteOf(host, old), options)
    expect(first.gate?.reasons[0]).toMatch(/no baseline to compare with, so every error counts as new/)
    expect((await audit(siteOf(host, old), options)).gate).toEqual({ passed: true, reasons: [] })
    const third = await audit(siteOf(host, { ...old, 'c.xml': urlset([{ loc: '/other' }, fault]) }), options)
    expect(third.gate).toMatchObject({ passed: false, reasons: [expect.stringMatching(/^error loc-relative/)] })
    const lost = await audit(siteOf(host, { ...old, 'b.xml': 404 }), options)
    expect(lost.gate?.reasons).toContainEqual(expect.stringMatching(/^history-document-lost .*b\.xml/))
    // A night without the site is none to compare with.
    const away: Site = { host, routes: { '*': { status: 403, body: 'no' } } }
    expect((await audit(away, options)).report?.verdict).toBe('unchecked')
    // What was lost then is not found now: no new error.
    const fifth = await audit(siteOf(host, { ...old, 'b.xml': 404 }), options)
    expect(fifth.report?.findings.map(({ rule }) => rule)).toContain('response-not-found')
    expect(fifth.gate).toEqual({ passed: true, reasons: [] })
  })
})

describe('POST /validate?baseline=', () => {
  test('compares the upload with what is live, and answers 422 where it may not replace it', async () => {
    const { audit, validate } = createAuditedApp()
    const host = 'live.example'
    const url = `https://${host}/a.xml`
    const { id } = await audit(
      siteOf(host, { 'a.xml': urlset(pages(host, 100)), 'b.xml': urlset(pages(host, 9, 500)) }),
    )
    const good = await validate(urlset(pages(host, 90)), { baseline: id, url })
    expect(good.statusCode).toBe(200)
    expect(good.json()).toMatchObject({ document: { url, via: 'upload' }, gate: { passed: true, reasons: [] } })
    expect(faultsOf('Validation', good.json())).toEqual([])

    const dropped = await validate(urlset(pages(host, 70)), { baseline: id, url })
    expect(dropped.statusCode).toBe(422)
    expect(faultsOf('Validation', dropped.json())).toEqual([])
    expect(dropped.json().gate.reasons).toEqual([
      expect.stringMatching(/^history-entries-dropped in .*a\.xml: The document has 70 entries and had 100/),
    ])
    const [finding] = dropped.json().findings.filter(({ rule }: { rule: string }) => rule === 'history-entries-dropped')
    expect(finding.examples).toHaveLength(10)
    expect(finding.occurrences).toBe(30)
    expect((await validate(urlset(pages(host, 70)), { baseline: id, url, maxEntryDrop: '0.3' })).statusCode).toBe(200)

    for (const [body, reason] of [
      [urlset([]), /^history-emptied/],
      ['', /^history-emptied .* has no bytes now/],
      ['<!doctype html><title>x</title>', /^history-document-lost .* is no sitemap now/],
      [urlset(pages('staging.example', 100)), /^history-host-changed/],
    ] as const) {
      const answer = await validate(body, { baseline: id, url, failOn: 'never' })
      expect([answer.statusCode, answer.json().gate.reasons[0]]).toEqual([422, expect.stringMatching(reason)])
    }
  })

  test('takes the only document that lists pages where no url is given, and knows its faults by it', async () => {
    const { audit, validate } = createAuditedApp()
    const host = 'only.example'
    const rows = [...pages(host, 5), { loc: '/relative' }]
    const { id } = await audit(siteOf(host, { 'a.xml': urlset(rows) }))
    expect((await validate(urlset(rows), { baseline: id })).statusCode).toBe(422)
    const passed = await validate(urlset(rows), { baseline: id, failOn: 'new-error' })
    expect(passed.json()).toMatchObject({ document: { url: `https://${host}/a.xml` }, gate: { passed: true } })
    const bad = await validate(urlset([...rows, { loc: `https://only.example/${'x'.repeat(2_100)}` }]), {
      baseline: id,
      failOn: 'new-error',
    })
    expect(bad.statusCode).toBe(422)
  })

  test('knows the document by where it redirects, and its faults too', async () => {
    const { audit, validate } = createAuditedApp()
    const host = 'moved.example'
    const rows = [...pages(host, 5), { loc: '/relative' }]
    const { id } = await audit({
      host,
      routes: {
        '/robots.txt': robotsTxt(`Sitemap: https://${host}/old.xml`),
        '/old.xml': { redirect: `https://${host}/new.xml` },
        '/new.xml': { body: urlset(rows) },
      },
    })
    for (const url of [`https://${host}/old.xml`, `https://${host}/new.xml`, `HTTPS://${host}:443/new.xml#x`]) {
      const answer = await validate(urlset(rows), { baseline: id, url, failOn: 'new-error' })
      expect(answer.json().gate).toEqual({ passed: true, reasons: [] })
    }
  })

  test('says what it cannot tell', async () => {
    const { audit, validate, queue, post } = createAuditedApp()
    const host = 'told.example'
    const { id } = await audit(siteOf(host, { 'a.xml': urlset(pages(host, 5)), 'b.xml': urlset(pages(host, 9, 50)) }))
    queue.onJob = () => {}
    const waiting = (await post({ domain: host }, { prefer: 'respond-async' })).json()
    for (const [query, field, detail] of [
      [{ baseline: 'x' }, 'baseline', /no audit with this id/],
      [{ baseline: 'previous' }, 'baseline', /no audit with this id/],
      [{ baseline: waiting.id }, 'baseline', /has not succeeded/],
      [{ baseline: id }, 'url', /read 2 that list pages; it read https:\/\/told\.example\/a\.xml, /],
      [{ baseline: id, url: `https://${host}/c.xml` }, 'url', /read no document at https:\/\/told\.example\/c\.xml/],
      [{ maxEntryDrop: '0.5' }, 'maxEntryDrop', /needs a "baseline"/],
      [{ baseline: id, maxEntryDrop: '1.5' }, 'maxEntryDrop', /./],
      [{ baseline: id, maxEntryDrop: 'half' }, 'maxEntryDrop', /./],
      [{ baseline: id, failOn: 'always' }, 'failOn', /./],
    ] as const) {
      const answer = await validate(urlset([]), query as unknown as Record<string, string>)
      expect(answer.json()).toMatchObject({ status: 400, code: 'PARAMETER_INVALID', field })
      expect(answer.json().detail).toMatch(detail)
    }
  })

  test('misses a child of an index that is about to be published without it', async () => {
    const { audit, validate } = createAuditedApp()
    const host = 'index-upload.example'
    const names = Array.from({ length: 10 }, (_, i) => `${i}.xml`)
    const children = Object.fromEntries(names.map((name, i) => [name, urlset(pages(host, 5, i * 10))]))
    const { id } = await audit(siteOf(host, children), { children: 'all' })
    const publish = async (listed: string[]) =>
      (
        await validate(sitemapIndex(listed.map((name) => ({ loc: `https://${host}/${name}` }))), {
          ...{ baseline: id, url: `https://${host}/index.xml`, failOn: 'never' },
        })
      ).json().gate

    expect(await publish(names)).toEqual({ passed: true, reasons: [] })
    expect(await publish([...names, 'new.xml'])).toEqual({ passed: true, reasons: [] })
    const [, ...others] = names
    expect(await publish(others)).toEqual({
      passed: false,
      reasons: [
        expect.stringMatching(
          /^history-document-lost in https:\/\/index-upload\.example\/index\.xml: The index lists https:\/\/index-upload\.example\/0\.xml no more, which had 5 entries on /,
        ),
      ],
    })
    // The new one may be the old one under another name.
    expect(await publish([...others, 'new.xml'])).toEqual({ passed: true, reasons: [] })
  })

  test('suppresses what the audit suppressed, and nothing else', async () => {
    const { audit, validate } = createAuditedApp()
    const host = 'suppressed-upload.example'
    const rows = [...pages(host, 20), { loc: '/relative' }]
    const suppress = [{ rule: 'loc-relative', document: `https://${host}/*`, until: null, reason: 'a campaign' }]
    const { id } = await audit(siteOf(host, { 'a.xml': urlset(rows) }), { suppress })
    const url = `https://${host}/a.xml`
    for (const failOn of ['error', 'new-error']) {
      const known = await validate(urlset(rows), { baseline: id, url, failOn })
      expect(known.json().gate).toEqual({ passed: true, reasons: [] })
      expect(known.json().findings).toContainEqual(
        expect.objectContaining({ rule: 'loc-relative', suppressed: 'a campaign' }),
      )
      const worse = await validate(urlset([...rows, { loc: `https://${host}/${'x'.repeat(2_100)}` }]), {
        ...{ baseline: id, url, failOn },
      })
      expect(worse.json().gate.reasons).toEqual([expect.stringMatching(/^error loc-too-long: /)])
    }
  })

  test('stops a list of pages in the place of an index, and an index in the place of a list', async () => {
    const { audit, validate } = createAuditedApp()
    const host = 'kinds.example'
    const { id } = await audit(siteOf(host, { 'a.xml': urlset(pages(host, 20)) }), { children: 'all' })
    const list = await validate(urlset(pages(host, 20)), {
      ...{ baseline: id, url: `https://${host}/index.xml`, failOn: 'never' },
    })
    expect(list.statusCode).toBe(422)
    expect(list.json().gate).toEqual({
      passed: false,
      reasons: [
        `The baseline had an index (1 child) at https://${host}/index.xml, and the upload is none: it would list none of them. Where that is meant, ask without baseline.`,
      ],
    })
    const index = await validate(sitemapIndex([{ loc: `https://${host}/b.xml` }]), {
      ...{ baseline: id, url: `https://${host}/a.xml`, failOn: 'never' },
    })
    expect(index.statusCode).toBe(422)
    expect(index.json().gate.reasons).toEqual([
      expect.stringMatching(/^The baseline had a sitemap \(20 entries\) at .*a\.xml, and the upload is an index: /),
    ])
  })

  test('has a gate without a baseline too, where every error is new', async () => {
    const { validate } = createAuditedApp()
    const answer = await validate(urlset([{ loc: '/relative' }]), { failOn: 'new-error' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().gate.reasons[0]).toMatch(/no baseline to compare with/)
    expect((await validate(urlset([{ loc: '/relative' }]), {})).json()).not.toHaveProperty('gate')
  })
})
