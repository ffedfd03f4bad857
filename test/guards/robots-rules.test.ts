/** A robots.txt of very many rules, crawlers and Sitemap lines, held against itself. */
import { setInterval } from 'node:timers'
import { expect, test } from 'vitest'
import { findPlaces, placeFacts, unjudgedNote } from '#src/audit/discover.ts'
import type { Walk } from '#src/audit/walk.ts'
import { readRobots } from '#src/robots/read-robots.ts'

const ORIGIN = 'https://www.example.com'
const letters = (n: number) => n.toString(36).replace(/\d/g, (digit) => 'zyxwvutsrq'.charAt(Number(digit)))
const times = (count: number, make: (i: number) => string) => Array.from({ length: count }, (_, i) => make(i)).join('')
const sitemaps = (count: number) => times(count, (i) => `Sitemap: ${ORIGIN}/s${i}.xml\n`)

async function judge(text: string) {
  const robots = { robots: readRobots(Buffer.from(text), `${ORIGIN}/robots.txt`), url: `${ORIGIN}/robots.txt` }
  const nodes = findPlaces(ORIGIN, robots as Parameters<typeof findPlaces>[1], [])
  const exchange = { status: 200, ending: { kind: 'answer' }, challenge: null }
  const document = { report: { outcome: 'read', url: ORIGIN, finalUrl: ORIGIN }, exchange, node: {}, format: null }
  const walked = { byUrl: new Map(nodes.map(({ url }) => [url, document])), documents: [] } as unknown as Walk
  return { nodes, ...(await placeFacts(nodes, walked, robots)) }
}

test('of a usual one every place is judged, for every crawler it names', async () => {
  const { places, unjudged } = await judge(
    `User-agent: *\n${times(200, (i) => `Disallow: /p${i}*x\n`)}` +
      `${times(20, (i) => `User-agent: bot${letters(i)}\nDisallow: /s\n`)}${sitemaps(60)}`,
  )
  expect(unjudged).toBe(0)
  expect(places[0]?.robots?.closedFor).toHaveLength(20)
  expect(places.every(({ robots }) => robots !== null)).toBe(true)
})

test.each([
  [
    'crawlers that share 15,000 rules',
    times(900, (i) => `User-agent: b${letters(i)}\n`) + times(15_000, (i) => `Disallow: /p${i}\n`),
  ],
  [
    'crawlers with 15 rules each',
    times(900, (i) => `User-agent: b${letters(i)}\n${times(15, (j) => `Disallow: /p${j}*\n`)}`),
  ],
  ['15,000 patterns for everyone', `User-agent: *\n${times(15_000, (i) => `Disallow: /p${i}*a\n`)}`],
])(
  'of %s and 10,000 sitemaps the rest is told as not judged, and others are let in',
  async (_, rules) => {
    let beats = 0
    const timer = setInterval(() => beats++, 5)
    const { nodes, places, unjudged } = await judge(rules + sitemaps(10_000))
    clearInterval(timer)
    expect(nodes).toHaveLength(10_002)
    expect(places).toHaveLength(10_002)
    expect(places[0]?.robots).not.toBeNull()
    expect(unjudged).toBeGreaterThan(9_000)
    expect(places.filter(({ robots }) => robots === null)).toHaveLength(unjudged)
    expect(beats).toBeGreaterThan(0)
    expect(unjudgedNote(unjudged)).toMatch(/^robots\.txt .* of [\d,]+ sitemaps .*\.$/)
  },
  60_000,
)
