import { describe, expect, test } from 'vitest'
import { describeEstimate, estimateShares, wilsonInterval } from '../../src/audit/estimate.ts'
import type { PageReport } from '../../src/model/report.ts'

describe('the interval', () => {
  test('of 0 bad pages in 60 out of very many ends at 6 %', () => {
    const [low, high] = wilsonInterval(0, 60, 1_000_000)
    expect(low).toBe(0)
    expect(high).toBeCloseTo(0.0602, 3)
  })

  // Brown, Cai, DasGupta 2001, and any table: 8 of 10.
  test('is that of Wilson where the population is large', () => {
    const [low, high] = wilsonInterval(8, 10, 1e9)
    expect(low).toBeCloseTo(0.4902, 3)
    expect(high).toBeCloseTo(0.9433, 3)
  })

  test('closes as the sample becomes the population', () => {
    expect(wilsonInterval(3, 20, 20)).toEqual([0.15, 0.15])
    const [low, high] = wilsonInterval(3, 19, 20)
    expect(low).toBeGreaterThanOrEqual(3 / 20)
    expect(high).toBeLessThanOrEqual(4 / 20)
  })

  test('is everything where nothing was judged', () => {
    expect(wilsonInterval(0, 0, 100)).toEqual([0, 1])
  })
})

const page = (more: Partial<PageReport>): PageReport => ({
  url: 'https://shop.example/a',
  document: 'https://shop.example/sitemap.xml',
  entry: 1,
  outcome: 'read',
  status: 200,
  hops: [],
  finalUrl: 'https://shop.example/a',
  replacement: null,
  indexable: true,
  noindex: [],
  canonical: [],
  lastmod: { sitemap: null, page: null, pageSource: null },
  ms: 1,
  ...more,
})

test('what was not judged is in no share', () => {
  const pages = [
    page({}),
    page({ outcome: 'absent', status: 404, indexable: null }),
    page({ outcome: 'blocked', status: 403, indexable: null }),
    page({ outcome: 'unreachable', status: null, finalUrl: null, indexable: null }),
    page({ outcome: 'disallowed', status: null, finalUrl: null, indexable: null }),
    page({ hops: [{ status: 301, url: 'https://shop.example/b' }] }),
    page({ indexable: false }),
    page({ canonical: [{ source: 'head', href: '/c', resolved: 'https://shop.example/c' }] }),
  ]
  const shares = Object.fromEntries(estimateShares(pages, 100).map(({ what, bad, judged }) => [what, [bad, judged]]))
  expect(shares).toEqual({
    redirected: [1, 5],
    broken: [1, 5],
    noindex: [1, 4],
    'canonical-other': [1, 4],
  })
})

test('nothing bad is told as a bound, something as a range, a census as what it is', () => {
  const of = (bad: number, judged: number, all: number) =>
    describeEstimate({ what: 'redirected', bad, judged, of: all, interval: wilsonInterval(bad, judged, all) })
  expect(of(0, 60, 1_000_000)).toBe(
    'Of 60 pages drawn at random and judged none redirect: at most 6 % of the 1,000,000 listed.',
  )
  expect(of(4, 10, 1_000_000)).toBe(
    'Of 10 pages drawn at random and judged 4 redirect: 17 % to 69 % of the 1,000,000 listed.',
  )
  expect(of(2, 20, 20)).toBe('Of 20 pages judged 2 redirect; these are all that are listed.')
})
