import { describe } from 'vitest'
import type { DiscoveryFacts, PlaceFacts } from '#src/model/facts.ts'
import type { RobotsTxt } from '#src/model/robots.ts'
import { readRobots } from '#src/robots/read-robots.ts'
import { discoveryRules } from '#src/rules/discovery.ts'
import { expectEveryMessage, type FactsRow, factsTable } from '#test/support/facts-table.ts'

const ORIGIN = 'https://www.example.com'
const ROBOTS = `${ORIGIN}/robots.txt`
const A = `${ORIGIN}/a.xml`
const FALLBACK = `${ORIGIN}/sitemap.xml`

type Answer = Partial<PlaceFacts>
const ABSENT: Answer = { outcome: 'absent', status: 404 }
const BLOCKED: Answer = { outcome: 'blocked', status: 403 }

/** What robots.txt of the place's host says, for those who matter. */
function verdictsOf(robots: RobotsTxt, url: string): PlaceFacts['robots'] {
  const agents = robots.agents.filter((agent) => agent !== '*' && agent !== 'googlebot')
  const verdicts = agents.map((agent) => ({ agent, verdict: robots.judge(url, agent) }))
  return {
    google: robots.judge(url, 'Googlebot'),
    everyone: robots.judge(url, '*'),
    closedFor: verdicts.filter(({ verdict }) => !verdict.isAllowed),
  }
}

function place(url: string, via: string, answer: Answer): PlaceFacts {
  const outcome = answer.outcome ?? 'read'
  return {
    url,
    via,
    line: null,
    outcome,
    status: 200,
    ending: { kind: 'answer' },
    challenge: null,
    format: null,
    documentUrl: outcome === 'read' ? url : null,
    isListed: false,
    robots: null,
    isPrivate: false,
    ...answer,
  }
}

/** A site whose places answer so; what is not named was read. Fallbacks are asked when they have an answer. */
function site(lines: string[], answers: Record<string, Answer> = {}): DiscoveryFacts[] {
  const robots = readRobots(Buffer.from(`${lines.join('\n')}\n`), ROBOTS)
  const named = robots.sitemaps.flatMap((line) =>
    line.urls.map((url) =>
      place(url, `robots.txt:${line.line}`, {
        line,
        isListed: true,
        robots: verdictsOf(robots, url),
        ...answers[url],
      }),
    ),
  )
  const fallbacks = ['/sitemap.xml', '/sitemap_index.xml'].flatMap((path) => {
    const answer = answers[path]
    return answer ? [place(ORIGIN + path, path, answer)] : []
  })
  const places = [...named, ...fallbacks]
  return [
    {
      robots: {
        url: ROBOTS,
        origin: ORIGIN,
        exchange: {
          url: ROBOTS,
          finalUrl: ROBOTS,
          hops: [],
          status: 200,
          headers: [],
          ending: { kind: 'answer' },
          notices: [],
          challenge: null,
          nowMs: 0,
        },
        outcome: 'read',
        robots,
        httpsFailure: null,
        isPrivateSite: false,
      },
      places,
      read: new Set(places.flatMap(({ documentUrl }) => documentUrl ?? [])).size,
      unchecked: places.filter(({ outcome }) => outcome === 'blocked').length,
    },
  ]
}

const rows: FactsRow<'discovery'>[] = [
  {
    name: 'a line that leads to a sitemap, and fallbacks that are absent, give nothing',
    facts: site([`Sitemap: ${A}`], { '/sitemap.xml': ABSENT, '/sitemap_index.xml': ABSENT }),
    expect: [],
  },
  {
    name: 'a site without any line and a sitemap at the usual path gives nothing',
    facts: site(['User-agent: *'], { '/sitemap.xml': {} }),
    expect: [],
  },
  {
    name: 'a line that leads nowhere is told at its value, with the status',
    facts: site([`Sitemap: ${A}`, `  Sitemap:  ${ORIGIN}/gone.xml # old`], { [`${ORIGIN}/gone.xml`]: ABSENT }),
    expect: [
      {
        rule: 'robots-sitemap-dead',
        message: `Line 2 of robots.txt names ${ORIGIN}/gone.xml, which answers 404.`,
        line: 2,
        column: 13,
        offset: `Sitemap: ${A}\n`.length + 12,
        value: `${ORIGIN}/gone.xml`,
      },
    ],
  },
  {
    name: 'a line that leads to a page says what was there instead',
    facts: site([`Sitemap: ${A}`, `Sitemap: ${ORIGIN}/b.xml`], {
      [A]: { outcome: 'not-a-sitemap', format: 'HTML', documentUrl: null },
    }),
    expect: [
      {
        rule: 'robots-sitemap-dead',
        message: `Line 1 of robots.txt names ${A}, which answers 200 with HTML instead of a sitemap.`,
        line: 1,
        column: 10,
      },
    ],
  },
  {
    name: 'what is blocked, broken or cut is not dead',
    facts: site([`Sitemap: ${A}`, `Sitemap: ${ORIGIN}/b.xml`, `Sitemap: ${ORIGIN}/c.xml`, `Sitemap: ${ORIGIN}/d.xml`], {
      [A]: BLOCKED,
      [`${ORIGIN}/b.xml`]: { outcome: 'server-error', status: 503 },
      [`${ORIGIN}/c.xml`]: { outcome: 'unreachable', status: null },
    }),
    expect: [],
  },
  {
    name: 'a sitemap closed for everybody is closed for Googlebot: the rule and its line are named',
    facts: site(['User-agent: *', 'Disallow: /maps/', `Sitemap: ${ORIGIN}/maps/a.xml`]),
    expect: [
      {
        rule: 'robots-sitemap-disallowed',
        message: `${ORIGIN}/maps/a.xml is named in line 3 of robots.txt and closed for Googlebot by line 2 (Disallow: /maps/).`,
        line: 3,
        column: 10,
      },
    ],
  },
  {
    name: 'a sitemap open to Googlebot alone is closed for the others',
    facts: site([
      'User-agent: *',
      'Disallow: /maps/',
      'User-agent: googlebot',
      'Allow: /',
      `Sitemap: ${ORIGIN}/maps/a.xml`,
    ]),
    expect: [
      {
        rule: 'robots-sitemap-disallowed',
        message: `${ORIGIN}/maps/a.xml is named in line 5 of robots.txt and closed for every crawler without a group of its own by line 2 (Disallow: /maps/).`,
        line: 5,
        column: 10,
      },
    ],
  },
  {
    name: 'a sitemap closed for Googlebot alone is an error all the same',
    facts: site(['User-agent: googlebot', 'Disallow: /*.xml$', 'User-agent: *', 'Allow: /', `Sitemap: ${A}`]),
    expect: [
      {
        rule: 'robots-sitemap-disallowed',
        message: `${A} is named in line 5 of robots.txt and closed for Googlebot by line 2 (Disallow: /*.xml$).`,
        line: 5,
        column: 10,
      },
    ],
  },
  {
    name: 'an Allow that is longer keeps the sitemap open',
    facts: site(['User-agent: *', 'Disallow: /maps/', 'Allow: /maps/a.xml', `Sitemap: ${ORIGIN}/maps/a.xml`]),
    expect: [],
  },
  {
    name: 'sitemaps closed for other crawlers are one note that names them',
    facts: site([
      'User-agent: examplebot',
      'User-agent: otherbot',
      'Disallow: /',
      `Sitemap: ${A}`,
      `Sitemap: ${ORIGIN}/b.xml`,
    ]),
    expect: [
      {
        rule: 'robots-sitemap-disallowed-agent',
        message: `${A} is closed by robots.txt for examplebot, otherbot only.`,
        line: 4,
        column: 10,
        occurrences: 2,
      },
    ],
  },
  {
    name: 'no sitemap anywhere is the headline, and the dead line that causes it stands beside it',
    facts: site([`Sitemap: ${A}`], {
      [A]: { outcome: 'absent', status: 410 },
      '/sitemap.xml': { outcome: 'not-a-sitemap', format: 'HTML', documentUrl: null },
      '/sitemap_index.xml': ABSENT,
    }),
    expect: [
      { rule: 'robots-sitemap-dead', line: 1, column: 10 },
      {
        rule: 'sitemap-not-found',
        document: null,
        message: `No sitemap was found at any of these places: ${A} (line 1, 410), ${FALLBACK} (200, HTML), ${ORIGIN}/sitemap_index.xml (404).`,
        line: null,
      },
    ],
  },
  {
    name: 'one place that was blocked makes it unknown, not absent',
    facts: site(['User-agent: *'], { '/sitemap.xml': BLOCKED, '/sitemap_index.xml': ABSENT }),
    expect: [
      {
        rule: 'sitemap-not-checked',
        document: null,
        message: `No sitemap could be read, and whether there is one is unknown: ${FALLBACK} (403), ${ORIGIN}/sitemap_index.xml (404).`,
      },
    ],
  },
  {
    name: 'an answer that is no sitemap and no format of its own leaves it open',
    facts: site([], { '/sitemap.xml': { outcome: 'not-a-sitemap', documentUrl: null }, '/sitemap_index.xml': ABSENT }),
    expect: [],
  },
  {
    name: 'a sitemap at a usual path that robots.txt does not name is told in it, once for two names',
    facts: site([`Sitemap: ${A}`], {
      '/sitemap.xml': {},
      '/sitemap_index.xml': { documentUrl: FALLBACK },
    }),
    expect: [
      {
        rule: 'sitemap-unlisted',
        document: FALLBACK,
        message: `${FALLBACK} is a sitemap that robots.txt does not name.`,
      },
    ],
  },
  {
    name: 'a usual path that leads to a document which is named already is not unlisted',
    facts: site([`Sitemap: ${A}`], { '/sitemap.xml': { documentUrl: A, isListed: true } }),
    expect: [],
  },
]

describe('the rules of discovery', () => {
  const reached = new Set<string>()
  factsTable(discoveryRules, ROBOTS, 'discovery', rows, reached)
  expectEveryMessage(discoveryRules, reached)
})
