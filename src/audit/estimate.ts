/** What the seeded part of the page sample says of all listed pages. */
import type { Estimate, PageReport } from '../model/report.ts'
import { comparableKey } from '../rules/url-difference.ts'

/** Standard normal quantile of a two-sided 95 % interval. */
const Z = 1.959963984540054

/**
 * Wilson's score interval for a share, with the sample size corrected for a finite population.
 * Wilson 1927 (doi:10.1080/01621459.1927.10502953); Cochran, Sampling Techniques, 2.6, for the correction.
 * @param bad of `judged`
 * @param of population size; a census (judged = of) has no uncertainty
 * @returns shares of the population, 0 to 1
 */
export function wilsonInterval(bad: number, judged: number, of: number): [low: number, high: number] {
  if (judged === 0) return [0, 1]
  const share = bad / judged
  if (judged >= of) return [share, share]
  const n = (judged * (of - 1)) / (of - judged)
  const centre = (share + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n)
  const half = (Z / (1 + (Z * Z) / n)) * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n))
  // What was seen among the judged bounds the population too: at least `bad` are bad, at least the others are not.
  // At either end the bound is exact, where the sum leaves a trace of rounding.
  const low = bad === 0 ? 0 : Math.max(bad / of, centre - half)
  const high = bad === judged ? 1 : Math.min((of - (judged - bad)) / of, centre + half)
  return [Math.max(0, low), Math.min(1, high)]
}

type Judged = boolean | null

/** Whether a page shows the fault; null where it was not judged. */
const FAULTS: Record<Estimate['what'], (page: PageReport) => Judged> = {
  redirected: (page) => (isAnswered(page) ? page.hops.length > 0 : null),
  broken: (page) => (isAnswered(page) ? isBroken(page) : null),
  noindex: ({ indexable }) => (indexable === null ? null : !indexable),
  'canonical-other': (page) => (page.indexable === null ? null : hasOtherCanonical(page)),
}

/** A refusal of us, a failed connection and what was not asked say nothing of the page. */
function isAnswered({ outcome, status }: PageReport): boolean {
  return status !== null && outcome !== 'blocked' && outcome !== 'skipped' && outcome !== 'disallowed'
}

/** An error, or redirects that lead to no page. */
export function isBroken({ outcome, status }: PageReport): boolean {
  return outcome === 'unreachable' || (status !== null && status >= 400)
}

/** Equal after normalisation (RFC 3986, 6.2.2) is the same. */
export function hasOtherCanonical({ canonical, finalUrl }: PageReport): boolean {
  return canonical.some(
    ({ resolved }) => resolved !== null && finalUrl !== null && comparableKey(resolved) !== comparableKey(finalUrl),
  )
}

/**
 * @param seeded the pages of the seeded, proportional part of the sample alone: picks that were made to find faults
 * would bend the shares
 * @param of pages listed in all documents read
 */
export function estimateShares(seeded: readonly PageReport[], of: number): Estimate[] {
  return (Object.keys(FAULTS) as Estimate['what'][]).flatMap((what) => {
    const judged = seeded.map(FAULTS[what]).filter((one) => one !== null)
    if (judged.length === 0) return []
    const bad = judged.filter(Boolean).length
    return { what, bad, judged: judged.length, of, interval: wilsonInterval(bad, judged.length, of) }
  })
}

const WORDS: Record<Estimate['what'], { one: string; many: string }> = {
  redirected: { one: 'redirects', many: 'redirect' },
  broken: { one: 'is broken', many: 'are broken' },
  noindex: { one: 'is noindex', many: 'are noindex' },
  'canonical-other': { one: 'names another canonical', many: 'name another canonical' },
}

/** "Of 60 pages drawn at random and judged none redirect: at most 6 % of the 10,000 listed." */
export function describeEstimate({ what, bad, judged, of, interval: [low, high] }: Estimate): string {
  const count = (n: number) => n.toLocaleString('en-US')
  const percent = (share: number) =>
    `${(share * 100).toFixed(share > 0 && share < 0.095 ? 1 : 0).replace(/\.0$/, '')} %`
  const words = WORDS[what][bad === 1 ? 'one' : 'many']
  const pages = `${count(judged)} ${judged === 1 ? 'page' : 'pages'}`
  const found = `${bad === 0 ? 'none' : count(bad)} ${words}`
  if (judged >= of) return `Of ${pages} judged ${found}; these are all that are listed.`
  const share = bad === 0 ? `at most ${percent(high)}` : `${percent(low)} to ${percent(high)}`
  return `Of ${pages} drawn at random and judged ${found}: ${share} of the ${count(of)} listed.`
}
