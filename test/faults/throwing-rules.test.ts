/** A rule that throws is our fault: it is told and logged, and everything else goes on. */
import '#test/support/quick-pglite.ts'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { runAudit } from '#src/audit/run-audit.ts'
import { validateDocument } from '#src/audit/validate-document.ts'
import { createFetcher } from '#src/fetch/create-fetcher.ts'
import { FETCH_DEFAULTS, parseConnectTo } from '#src/fetch/settings.ts'
import { createJobRunner } from '#src/jobs/run-job.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { RULES, RULES_BY_ID } from '#src/rules/index.ts'
import { openStore } from '#src/store/open-store.ts'
import { auditSite } from '../support/audit-site.ts'
import type { Site } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'

const HOST = 'www.example.com'
/** One relative loc, one loc in another scheme, and a page that is gone. */
const SITE: Site = {
  host: HOST,
  routes: {
    '/robots.txt': { body: `User-agent: *\nDisallow:\nSitemap: https://${HOST}/sitemap.xml\n` },
    '/sitemap.xml': {
      body: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>/relative</loc></url>
<url><loc>http://${HOST}/other-scheme</loc></url>
<url><loc>https://${HOST}/gone</loc></url>
</urlset>`,
    },
  },
}
const BROKEN = 'this rule is broken'

afterEach(() => void vi.restoreAllMocks())

/** The rule cannot begin, or throws in the hook. */
function breakRule(id: string, hook: string | null): void {
  const rule = RULES_BY_ID.get(id)
  if (!rule) throw new Error(`there is no rule ${id}`)
  const fail = () => {
    throw new TypeError(BROKEN)
  }
  vi.spyOn(rule, 'create').mockImplementation(hook === null ? fail : () => ({ [hook]: fail }))
}

const rulesOf = (findings: readonly { rule: string }[]) => findings.map(({ rule }) => rule).sort()

test('an audit goes on without the rules that throw, wherever they do, and its notes name each once', async () => {
  const sound = await auditSite([SITE], { options: { pages: 3 } })
  breakRule('loc-relative', 'entry')
  breakRule('loc-too-long', null)
  breakRule('response-unreachable', 'response')
  breakRule('robots-missing', 'robots')
  breakRule('sitemap-not-found', 'discovery')
  breakRule('loc-duplicate-across', 'site')
  breakRule('page-noindex', 'page')
  const { report } = await auditSite([SITE], { options: { pages: 3 } })
  expect(rulesOf(sound.report.findings)).toContain('loc-relative')
  // What a validator says of the relative loc stands alone now.
  const others = rulesOf(report.findings).filter((rule) => rule !== 'schema-invalid')
  expect(others).toEqual(rulesOf(sound.report.findings).filter((rule) => rule !== 'loc-relative'))
  const told = report.notes.filter((note) => note.includes(BROKEN))
  expect(told.map((note) => /^The rule (\S+) failed \(our fault\) and was left out/.exec(note)?.[1]).sort()).toEqual([
    'loc-duplicate-across',
    'loc-relative',
    'loc-too-long',
    'page-noindex',
    'response-unreachable',
    'robots-missing',
    'sitemap-not-found',
  ])
})

test('an audit ends also when every rule throws, and finds nothing', async () => {
  for (const rule of RULES) breakRule(rule.id, null)
  const { report } = await auditSite([SITE], { options: { pages: 3 } })
  expect(report.findings).toEqual([])
  expect(report.documents).toMatchObject([{ outcome: 'read', entries: 3 }])
  expect(report.notes.filter((note) => note.includes(BROKEN)).length).toBeGreaterThan(RULES.length / 2)
})

test('an upload is judged by the other rules, and tells which one failed', async () => {
  breakRule('loc-relative', 'entry')
  async function* chunks() {
    yield Buffer.from('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/a</loc></url>')
  }
  const { findings, failures, notes } = await validateDocument(
    { chunks: chunks(), url: null, profile: null },
    1_000_000,
    0,
  )
  expect(failures).toEqual([{ rule: 'loc-relative', hook: 'entry', error: BROKEN }])
  expect(notes).toEqual([`The rule loc-relative failed (our fault) and was left out: ${BROKEN}.`])
  expect(rulesOf(findings)).toContain('xml-truncated')
})

test('the job of such an audit succeeds, and its log has one line for each rule that threw', async () => {
  breakRule('loc-relative', 'entry')
  const sites = await startSites([SITE])
  const lines: string[] = []
  const store = await openStore({ databaseUrl: null, dataDir: 'memory' }, console.error)
  try {
    const insert = async () => {
      const options = { ...AUDIT_DEFAULTS, domain: HOST, pages: 0 }
      return (await store.audits.insert({ domain: HOST, options, sealedHeaders: null, idempotencyKey: null })).audit
    }
    const audit = await insert()
    const runJob = createJobRunner({
      store,
      openHeaders: () => ({}),
      logger: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
      async runAudit(options, { signal, onProgress, onFound, earlier }) {
        const settings = { ...FETCH_DEFAULTS, connectTo: parseConnectTo(sites.connectTo), extraCa: [sites.ca] }
        const fetcher = createFetcher(settings, { signal })
        const limits = { now: Date.now, timeoutMs: 30_000, maxDocumentBytes: 1_000_000, documentConcurrency: 4 }
        const rest = { agent: 'SitemapAuditor', onProgress, onFound, earlier }
        return runAudit(options, { fetcher, signal, ...limits, ...rest }).finally(() => fetcher.close())
      },
    })
    await runJob(audit.id, new AbortController().signal)
    const ended = await store.audits.find(audit.id)
    expect(ended).toMatchObject({ status: 'succeeded', error: null })
    expect(rulesOf(ended?.report?.findings ?? [])).toContain('loc-scheme-mismatch')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'a rule failed and was left out', rule: 'loc-relative', hook: 'entry', error: BROKEN, audit: audit.id },
    ])

    // One that compares with the audit before.
    lines.length = 0
    breakRule('history-emptied', 'history')
    const next = await insert()
    await runJob(next.id, new AbortController().signal)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      [
        { rule: 'loc-relative', hook: 'entry' },
        { rule: 'history-emptied', hook: 'history' },
      ].map((told) => ({ msg: 'a rule failed and was left out', ...told, error: BROKEN, audit: next.id })),
    )
    expect((await store.audits.find(next.id))?.report?.notes).toContain(
      `The rule history-emptied failed (our fault) and was left out: ${BROKEN}.`,
    )
  } finally {
    await store.close()
    await sites.close()
  }
})
