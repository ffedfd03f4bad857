import { describe } from 'vitest'
import type { Ending } from '#src/model/exchange.ts'
import type { RobotsFacts } from '#src/model/facts.ts'
import type { Hop, Outcome } from '#src/model/report.ts'
import { ROBOTS_SIZE_LIMIT_BYTES } from '#src/model/standards.ts'
import { readRobots } from '#src/robots/read-robots.ts'
import { robotsRules } from '#src/rules/robots.ts'
import { expectEveryMessage, type FactsRow, factsTable } from '#test/support/facts-table.ts'

const ORIGIN = 'https://www.example.com'
const URL_ROBOTS = `${ORIGIN}/robots.txt`

interface Words {
  body?: string | Uint8Array
  outcome?: Outcome
  status?: number | null
  ending?: Ending
  challenge?: RobotsFacts['exchange']['challenge']
  origin?: string
  httpsFailure?: string
  isPrivateSite?: boolean
  cut?: string
  hops?: Hop[]
}

function robots(words: Words): RobotsFacts[] {
  const { outcome = 'read', body = `Sitemap: ${ORIGIN}/sitemap.xml`, origin = ORIGIN } = words
  const url = `${origin}/robots.txt`
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return [
    {
      url,
      origin,
      exchange: {
        url,
        finalUrl: url,
        hops: words.hops ?? [],
        status: words.status === undefined ? 200 : words.status,
        headers: [],
        ending: words.ending ?? { kind: 'answer' },
        notices: [],
        challenge: words.challenge ?? null,
        nowMs: 0,
      },
      outcome,
      robots: outcome === 'read' ? readRobots(bytes, url) : null,
      httpsFailure: words.httpsFailure ?? null,
      isPrivateSite: words.isPrivateSite ?? false,
      ...(words.cut === undefined ? {} : { cut: words.cut }),
    },
  ]
}

const unreachable: Ending = { kind: 'unreachable', reason: 'dns', detail: 'the name www.example.com does not resolve' }
const filler = `${'#'.repeat(ROBOTS_SIZE_LIMIT_BYTES)}\n`

const rows: FactsRow<'robots'>[] = [
  { name: 'A good robots.txt gives nothing', facts: robots({}), expect: [] },
  {
    name: 'RB-01, RB-05, RB-07, RB-09, RB-11, DV-03: oddly written lines that crawlers read give nothing',
    facts: robots({
      body: `\ufeffSITEMAP : ${ORIGIN}/a.xml # main\r\rUser-agent: *\nDisallow: # none\n   Sitemap: ${ORIGIN}/b.xml`,
    }),
    expect: [],
  },
  {
    name: 'A robots.txt that redirects to a private address is out of reach for everybody',
    facts: robots({
      outcome: 'refused',
      status: null,
      hops: [{ status: 302, url: `${ORIGIN}/robots.txt` }],
      ending: { kind: 'refused', url: 'http://127.0.0.1/', detail: 'private' },
    }),
    expect: [
      {
        rule: 'robots-unreachable',
        message: `${ORIGIN}/robots.txt redirects to http://127.0.0.1/, which is no public address: no crawler can read it there.`,
      },
    ],
  },
  {
    name: 'A site that we may not reach says nothing of its robots.txt',
    facts: robots({
      outcome: 'refused',
      status: null,
      ending: { kind: 'refused', url: `${ORIGIN}/robots.txt`, detail: 'private' },
    }),
    expect: [],
  },
  {
    name: 'A robots.txt that is not there is noted',
    facts: robots({ outcome: 'absent', status: 404 }),
    expect: [
      {
        rule: 'robots-missing',
        message: `${URL_ROBOTS} answers 404: there is no robots.txt, and crawlers take everything as allowed.`,
        line: null,
      },
    ],
  },
  {
    name: 'A robots.txt that was cut is not said to have no Sitemap line',
    facts: robots({ body: 'User-agent: *\n', cut: 'nothing more came for 10 s' }),
    expect: [
      {
        rule: 'robots-truncated',
        message: `${URL_ROBOTS} did not come to its end (nothing more came for 10 s); only the 14 bytes of whole lines were judged.`,
      },
    ],
  },
  {
    name: 'A robots.txt that is refused says nothing of search engines',
    facts: robots({ outcome: 'blocked', status: 403 }),
    expect: [
      { rule: 'robots-blocked', message: `${URL_ROBOTS} answers 403 to this auditor, so its lines could not be read.` },
    ],
  },
  {
    name: 'HT-01: a challenge is named',
    facts: robots({
      outcome: 'blocked',
      status: 200,
      challenge: { vendor: 'Cloudflare', evidence: 'cf-mitigated: challenge' },
    }),
    expect: [
      {
        rule: 'robots-blocked',
        message: `${URL_ROBOTS} answers this auditor with a challenge page (Cloudflare: cf-mitigated: challenge), so its lines could not be read.`,
      },
    ],
  },
  {
    name: 'RB-13: 503 closes the site for crawlers',
    facts: robots({ outcome: 'server-error', status: 503 }),
    expect: [
      {
        rule: 'robots-server-error',
        message: `${URL_ROBOTS} answers 503: crawlers take the whole site as closed until that changes.`,
      },
    ],
  },
  {
    name: 'A robots.txt that cannot be reached is an error',
    facts: robots({ outcome: 'unreachable', status: null, ending: unreachable }),
    expect: [
      {
        rule: 'robots-unreachable',
        message: `${URL_ROBOTS} could not be fetched: the name www.example.com does not resolve.`,
      },
    ],
  },
  ...(['redirect-limit', 'redirect-loop', 'redirect-broken'] as const).map((kind, i) => ({
    name: `A robots.txt that ends as ${kind} is as good as none, and only that is told`,
    facts: robots({ outcome: 'absent', status: 302, ending: { kind, detail: 'detail' } }),
    expect: [
      {
        rule: 'robots-redirect-limit',
        message: `${URL_ROBOTS} redirects ${['too often', 'in a circle', 'to nowhere'][i]} (detail): crawlers go on as if there were no robots.txt.`,
      },
    ],
  })),
  {
    name: 'RB-12: HTML is told once, and no missing line beside it',
    facts: robots({ body: `<!doctype html>\nSitemap: /a.xml` }),
    expect: [
      {
        rule: 'robots-html',
        message: `${URL_ROBOTS} answers with an HTML page instead of a robots.txt; no line of it was used.`,
      },
    ],
  },
  {
    name: 'A robots.txt without a Sitemap line is told with the line to add',
    facts: robots({ body: 'User-agent: *\nDisallow:\n' }),
    expect: [{ rule: 'robots-sitemap-missing', message: `${URL_ROBOTS} has no Sitemap line.` }],
  },
  {
    name: 'A robots.txt one byte beyond 500 KiB is too large',
    facts: robots({ body: `Sitemap: ${ORIGIN}/a.xml\n${filler}`.slice(0, ROBOTS_SIZE_LIMIT_BYTES + 1) }),
    expect: [
      {
        rule: 'robots-too-large',
        message: 'robots.txt has 512,001 bytes; what stands behind the first 512,000 is ignored.',
        line: null,
      },
    ],
  },
  {
    name: 'A robots.txt of exactly 500 KiB is not',
    facts: robots({ body: `Sitemap: ${ORIGIN}/a.xml\n${filler}`.slice(0, ROBOTS_SIZE_LIMIT_BYTES) }),
    expect: [],
  },
  {
    name: 'RB-15: Sitemap lines behind the limit are named',
    facts: robots({ body: `${filler}Sitemap: ${ORIGIN}/a.xml\nSitemap: ${ORIGIN}/b.xml` }),
    expect: [
      {
        rule: 'robots-too-large',
        message:
          'robots.txt has 512,078 bytes, and what stands behind the first 512,000 may be ignored, such as 2 of its Sitemap lines.',
        occurrences: 2,
        line: 2,
        column: 10,
        value: `${ORIGIN}/a.xml`,
      },
    ],
  },
  {
    name: 'RB-19: a line that is not UTF-8 is noted at its first bad byte',
    facts: robots({ body: Buffer.from(`# caf\xe9\nSitemap: ${ORIGIN}/s.xml\n# \xe9`, 'latin1') }),
    expect: [
      {
        rule: 'robots-encoding-invalid',
        message: 'Line 1 of robots.txt has bytes that are not UTF-8; lines like this one: 2.',
        line: 1,
        column: 6,
        offset: 5,
        occurrences: 2,
      },
    ],
  },
  {
    name: 'UTF-16 is noted',
    facts: robots({ body: Buffer.from(`\ufeffSitemap: ${ORIGIN}/s.xml`, 'utf16le') }),
    expect: [{ rule: 'robots-encoding-invalid', message: 'robots.txt is encoded in UTF-16LE, not in UTF-8.' }],
  },
  {
    name: 'A byte order mark inside the file is noted',
    facts: robots({ body: `User-agent: *\n\ufeffSitemap: ${ORIGIN}/s.xml` }),
    expect: [
      {
        rule: 'robots-encoding-invalid',
        message:
          'Line 2 of robots.txt has a byte order mark that is not the first of the file; lines like this one: 1.',
        line: 2,
        column: 1,
        offset: 14,
      },
    ],
  },
  {
    name: 'An audit over http says why',
    facts: robots({
      origin: 'http://www.example.com',
      body: 'Sitemap: http://www.example.com/s.xml',
      httpsFailure: 'connection refused',
    }),
    expect: [
      {
        rule: 'origin-https-unavailable',
        message:
          'The site could not be reached over https (connection refused), so http://www.example.com was audited.',
      },
    ],
  },
  {
    name: 'A relative value stands at its place',
    facts: robots({ body: 'User-agent: *\n  Sitemap: /s.xml' }),
    expect: [
      {
        rule: 'robots-sitemap-relative',
        message: `Line 2 of robots.txt names the relative address /s.xml; ${ORIGIN}/s.xml was tried.`,
        line: 2,
        column: 12,
        offset: 25,
        value: '/s.xml',
        expected: `${ORIGIN}/s.xml`,
      },
    ],
  },
  {
    name: 'RB-17: a host without a scheme is tried as https',
    facts: robots({ body: 'Sitemap: www.example.com/sitemap.xml' }),
    expect: [
      {
        rule: 'robots-sitemap-relative',
        message:
          'Line 1 of robots.txt names www.example.com/sitemap.xml without a scheme; https://www.example.com/sitemap.xml was tried.',
      },
    ],
  },
  {
    name: 'An empty value is invalid',
    facts: robots({ body: 'Sitemap:' }),
    expect: [
      {
        rule: 'robots-sitemap-invalid',
        message: 'Line 1 of robots.txt is a Sitemap line without a value.',
        line: 1,
        column: 9,
      },
    ],
  },
  {
    name: 'Several URLs in one line are invalid',
    facts: robots({ body: `Sitemap: ${ORIGIN}/a.xml ${ORIGIN}/b.xml` }),
    expect: [
      {
        rule: 'robots-sitemap-invalid',
        message: `Line 1 of robots.txt names several addresses in one line: ${ORIGIN}/a.xml, ${ORIGIN}/b.xml.`,
      },
    ],
  },
  {
    name: 'What is no URL is invalid',
    facts: robots({ body: 'Sitemap: ftp://www.example.com/a.xml' }),
    expect: [
      {
        rule: 'robots-sitemap-invalid',
        message: 'Line 1 of robots.txt names ftp://www.example.com/a.xml, which is not an http or https URL.',
      },
    ],
  },
  {
    name: 'A URL in brackets is invalid, and tried without them',
    facts: robots({ body: `Sitemap: <${ORIGIN}/a.xml>` }),
    expect: [
      {
        rule: 'robots-sitemap-invalid',
        message: `Line 1 of robots.txt names <${ORIGIN}/a.xml>, which is not a well-formed URL; ${ORIGIN}/a.xml was tried.`,
      },
    ],
  },
  {
    name: 'Credentials are invalid, and never shown',
    facts: robots({ body: 'Sitemap: https://user:secret@www.example.com/a.xml' }),
    expect: [
      {
        rule: 'robots-sitemap-invalid',
        message: `Line 1 of robots.txt names a URL with credentials in it; ${ORIGIN}/a.xml was tried without them.`,
        value: 'https://***@www.example.com/a.xml',
      },
    ],
  },
  {
    name: 'A misspelt field is a guess, and no missing line',
    facts: robots({ body: `Site-map: ${ORIGIN}/a.xml` }),
    expect: [
      {
        rule: 'robots-sitemap-misspelt',
        message: `Line 1 of robots.txt begins with "Site-map" instead of "Sitemap:"; ${ORIGIN}/a.xml was tried as a guess.`,
        expected: `Sitemap: ${ORIGIN}/a.xml`,
      },
    ],
  },
  {
    name: 'A bare URL is a guess',
    facts: robots({ body: `User-agent: *\nDisallow:\n${ORIGIN}/sitemap.xml` }),
    expect: [
      {
        rule: 'robots-sitemap-misspelt',
        message: `Line 3 of robots.txt is ${ORIGIN}/sitemap.xml without "Sitemap:" before it; it was tried as a guess.`,
        line: 3,
        column: 1,
      },
    ],
  },
  {
    name: 'A URL in two spellings is named twice, with both lines',
    facts: robots({
      body: `Sitemap: ${ORIGIN}/a.xml\nSitemap: ${ORIGIN}/b.xml\nSitemap: HTTPS://WWW.example.com:443/%61.xml`,
    }),
    expect: [
      {
        rule: 'robots-sitemap-duplicate',
        message: `Lines 1, 3 of robots.txt name the same sitemap, ${ORIGIN}/a.xml.`,
        line: 3,
        occurrences: 1,
      },
    ],
  },
  {
    name: 'Many repeated lines are counted',
    facts: robots({ body: `Sitemap: ${ORIGIN}/a.xml\n`.repeat(23) }),
    expect: [
      {
        rule: 'robots-sitemap-duplicate',
        message: `Lines ${Array.from({ length: 20 }, (_, i) => i + 1).join(', ')} and 3 more of robots.txt name the same sitemap, ${ORIGIN}/a.xml.`,
        occurrences: 22,
        line: 2,
      },
    ],
  },
  {
    name: 'Other hosts are noted, each once',
    facts: robots({
      body: 'Sitemap: https://cdn.example.net/a.xml\nSitemap: https://cdn.example.net/b.xml\nSitemap: https://example.com/c.xml',
    }),
    expect: [
      {
        rule: 'robots-sitemap-other-host',
        message: 'Line 1 of robots.txt names a sitemap on the host cdn.example.net.',
        occurrences: 2,
      },
      {
        rule: 'robots-sitemap-other-host',
        message: 'Line 3 of robots.txt names a sitemap on the host example.com.',
        occurrences: 1,
      },
    ],
  },
  {
    name: 'A trailing dot and a default port are no other host',
    facts: robots({ body: 'Sitemap: https://www.example.com.:443/a.xml' }),
    expect: [],
  },
  {
    name: 'RD-11: an http line on an https site is told',
    facts: robots({ body: 'Sitemap: http://www.example.com/a.xml' }),
    expect: [
      {
        rule: 'robots-sitemap-insecure',
        message: 'Line 1 of robots.txt, which is served over https, names http://www.example.com/a.xml.',
        expected: `${ORIGIN}/a.xml`,
      },
    ],
  },
  {
    name: 'An http line on an http site is not',
    facts: robots({ origin: 'http://www.example.com', body: 'Sitemap: http://www.example.com/a.xml' }),
    expect: [],
  },
  ...['localhost:9999', '10.0.0.5', '[::ffff:a9fe:a9fe]', 'build', 'printer.local'].map((host) => ({
    name: `RB-21: the private host ${host} is an error and nothing else`,
    facts: robots({ body: `Sitemap: http://${host}/s.xml` }),
    expect: [
      {
        rule: 'robots-sitemap-private',
        message: `Line 1 of robots.txt names the private host ${new URL(`http://${host}/`).hostname}, which was not connected to.`,
      },
    ],
  })),
  {
    name: 'A private site may name private hosts',
    facts: robots({
      origin: 'http://localhost:3000',
      body: 'Sitemap: http://localhost:3000/s.xml',
      isPrivateSite: true,
    }),
    expect: [],
  },
]

describe('The rules of robots.txt', () => {
  const reached = new Set<string>()
  factsTable(robotsRules, URL_ROBOTS, 'robots', rows, reached)
  expectEveryMessage(robotsRules, reached)
})
