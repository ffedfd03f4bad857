/** Which findings a validator with the schemas of sitemaps.org and of Google's extensions would make as well. */
import type { Finding } from '../model/report.ts'
import { fingerprintOf } from '../values/hash.ts'
import { isAnyUri, isDate, isLanguage, isLoc, isNewsDate, type SimpleType, TYPES } from './schema/types.ts'

/** What the schemas refuse, whatever the value. */
const ALWAYS: ReadonlySet<string> = new Set([
  'attribute-unexpected',
  'changefreq-invalid',
  'element-misplaced',
  'element-order',
  'element-repeated',
  'element-unexpected',
  // Elements of namespaces that none of the schemas is for.
  'extension-retired',
  'namespace-extension-variant',
  'image-tag-repeated',
  'image-tag-unknown',
  'index-empty',
  'lastmod-empty',
  'lastmod-xsd-only',
  'loc-empty',
  'loc-missing',
  'news-date-missing',
  'news-language-missing',
  'news-tag-repeated',
  'news-tag-unknown',
  'priority-invalid',
  'schema-invalid',
  'text-stray',
  'video-description-too-long',
  'video-tag-repeated',
  'video-tag-unknown',
  'video-tags-too-many',
  'video-title-too-long',
])

/** null: what the finding is about is not there at all. */
type ValueTest = (value: string | null) => boolean

const refusedBy =
  (accepts: (value: string) => boolean): ValueTest =>
  (value) =>
    value !== null && !accepts(value)
const refusedByType = ({ accepts }: SimpleType): ValueTest => refusedBy((value) => accepts(value, 0))
/** The schemas ask for the element, and take an empty one. */
const isAbsent: ValueTest = (value) => value === null

const isNoDate = refusedBy(isDate)
const isNoLoc = refusedBy(isLoc)
/** Values of attributes are shown with their white space, which these types do not mind. */
const isNoLanguage = refusedBy((value) => isLanguage(value.trim()))
const isNoUri = refusedBy((value) => isAnyUri(value.trim()))

/** What the schemas refuse by its value. */
const BY_VALUE: Partial<Record<string, ValueTest>> = {
  'alternate-href-invalid': isNoUri,
  'alternate-language-invalid': isNoLanguage,
  'alternate-region-invalid': isNoLanguage,
  'alternate-rel-invalid': refusedBy((value) => TYPES.nameTokens.accepts(value.trim())),
  'alternate-script-invalid': isNoLanguage,
  'alternate-separator-invalid': isNoLanguage,
  'extension-url-unescaped': isNoUri,
  'image-loc-invalid': isNoUri,
  'image-loc-missing': isAbsent,
  'lastmod-impossible': isNoDate,
  'lastmod-invalid': isNoDate,
  'lastmod-zone-missing': isNoDate,
  'loc-invalid': isNoLoc,
  'loc-nested-url': isNoLoc,
  'loc-relative': isNoLoc,
  'loc-scheme-invalid': isNoLoc,
  'loc-template': isNoLoc,
  'loc-too-long': isNoLoc,
  'loc-unescaped': isNoLoc,
  'news-date-invalid': refusedBy(isNewsDate),
  'news-language-invalid': refusedByType(TYPES.newsLanguage),
  'news-name-missing': isAbsent,
  'news-publication-missing': isAbsent,
  'news-title-missing': isAbsent,
  'video-country-invalid': refusedByType(TYPES.countries),
  'video-date-invalid': isNoDate,
  'video-description-missing': isAbsent,
  'video-duration-invalid': refusedByType(TYPES.duration),
  'video-flag-invalid': refusedByType(TYPES.yesNo),
  'video-location-invalid': isNoUri,
  'video-platform-invalid': refusedByType(TYPES.platforms),
  'video-rating-invalid': refusedByType(TYPES.rating),
  'video-relationship-invalid': (value) => value === null || !TYPES.relationship.accepts(value, 0),
  'video-thumbnail-missing': isAbsent,
  'video-title-missing': isAbsent,
  'video-view-count-invalid': refusedByType(TYPES.count),
}

/** Messages of which the schemas refuse one and know nothing of the others (feeds and text have no schema). */
const BY_MESSAGE: Partial<Record<string, string>> = { 'document-empty': 'urlset', 'news-empty': 'urlset' }

/** Whether the schemas refuse at least one of the occurrences that the finding shows. */
export function isRefusedBySchema(finding: Finding): boolean {
  const { rule, examples } = finding
  if (ALWAYS.has(rule)) return true
  const message = BY_MESSAGE[rule]
  if (message !== undefined) return finding.fingerprint === fingerprintOf(rule, finding.document ?? '', message, '')
  const isRefused = BY_VALUE[rule]
  return isRefused !== undefined && examples.some(({ value }) => isRefused(value))
}
