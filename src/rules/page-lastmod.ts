/** Whether the sitemap's lastmod is true of the page. */
import type { PageJudgement } from '../model/facts.ts'
import { DAY_MS } from '../values/calendar.ts'
import { readFeedDate } from '../values/feed-date.ts'
import { type DefinedRule, defineRule, type Report } from './define-rule.ts'
import { extraOf, judgedFacts } from './page-places.ts'

const LASTMOD =
  'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#additional-notes-about-xml-sitemaps'

/** A page may change in small ways that no lastmod needs to follow. */
const OLDER_TOLERANCE_DAYS = 7
/** A page may keep its date when what stands round its text changes. */
const NEWER_TOLERANCE_DAYS = 30

const SOURCES = {
  dateModified: 'its dateModified',
  'article:modified_time': 'its article:modified_time',
  'Last-Modified': 'its Last-Modified header',
} as const

export interface LastmodTruth {
  /** Days that the sitemap is older (negative: newer) than the page, whole. */
  days: number
  sitemap: string
  page: string
  source: string
}

/** Both dates of a page; null where one is missing or cannot be read. */
function truthOfLastmod(page: PageJudgement): LastmodTruth | null {
  const facts = judgedFacts(page)
  if (facts === null || page.report.hops.length > 0) return null
  const { modified, source } = facts.dates
  const { lastmod } = page.candidate
  if (modified === null || source === null || lastmod === null) return null
  const [listed, own] = [readFeedDate(lastmod), readFeedDate(modified)]
  if (listed === null || own === null) return null
  const days = Math.trunc((own.epochMs - listed.epochMs) / DAY_MS)
  return { days, sitemap: lastmod, page: modified, source: SOURCES[source] }
}

/** True and false are what the rules below say; null is not judged. */
export function isHonestLastmod(page: PageJudgement): boolean | null {
  const truth = truthOfLastmod(page)
  return truth === null ? null : !isOlder(truth) && !isNewer(truth)
}

const isOlder = ({ days }: LastmodTruth) => days > OLDER_TOLERANCE_DAYS
const isNewer = ({ days }: LastmodTruth) => -days > NEWER_TOLERANCE_DAYS

function reportTruth(
  page: PageJudgement,
  holds: (truth: LastmodTruth) => boolean,
  report: Report<{ differs: '{url} {sitemap} {page} {source} {days}' }>,
): void {
  const truth = truthOfLastmod(page)
  if (truth === null || !holds(truth)) return
  const { sitemap, source } = truth
  const data = { url: page.candidate.url, sitemap, page: truth.page, source, days: Math.abs(truth.days) }
  report('differs', page.candidate.location, data, { ...extraOf(page), value: sitemap, expected: truth.page })
}

const pageLastmodOlder = defineRule(
  {
    id: 'page-lastmod-older',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'A lastmod is no older than the page',
    why: 'Crawlers that go by lastmod do not come back for a change that it hides.',
    fix: 'Write the time of the last significant change of the page.',
    source: LASTMOD,
    searchConsole: null,
    messages: { differs: 'The sitemap says {sitemap} of {url}, {days} days before {source}, {page}.' },
  },
  ({ report }) => ({ page: (page) => reportTruth(page, isOlder, report) }),
)

const pageLastmodNewer = defineRule(
  {
    id: 'page-lastmod-newer',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'A lastmod is no newer than the page',
    why: 'Google uses lastmod only where it is consistently true; one that claims changes that were none is ignored in the end.',
    fix: 'Write the time of the last significant change of the page, not that of the build.',
    source: LASTMOD,
    searchConsole: null,
    messages: { differs: 'The sitemap says {sitemap} of {url}, {days} days after {source}, {page}.' },
  },
  ({ report }) => ({ page: (page) => reportTruth(page, isNewer, report) }),
)

export const pageLastmodRules: readonly DefinedRule[] = [pageLastmodNewer, pageLastmodOlder]
