/** Which findings a validator with the schemas of sitemaps.org and of Google's extensions would make as well. */
import type { Finding } from '../model/report.ts'
import { fingerprintOf } from '../values/hash.ts'
import { readDatetime } from '../values/w3c-datetime.ts'

/** What the schemas refuse, whatever the value. */
const ALWAYS: ReadonlySet<string> = new Set([
  'attribute-unexpected',
  'changefreq-invalid',
  'element-misplaced',
  'element-order',
  'element-repeated',
  'element-unexpected',
  'image-loc-missing',
  'image-tag-repeated',
  'image-tag-unknown',
  'index-empty',
  'lastmod-empty',
  'lastmod-xsd-only',
  'loc-empty',
  'loc-missing',
  // Its elements are then of a namespace that no schema declares.
  'namespace-extension-variant',
  'news-date-missing',
  'news-language-invalid',
  'news-language-missing',
  'news-name-missing',
  'news-publication-missing',
  'news-tag-repeated',
  'news-tag-unknown',
  'news-title-missing',
  'priority-invalid',
  'text-stray',
  'video-country-invalid',
  'video-description-missing',
  'video-description-too-long',
  'video-flag-invalid',
  'video-platform-invalid',
  'video-rating-invalid',
  'video-relationship-invalid',
  'video-tag-repeated',
  'video-tag-unknown',
  'video-tags-too-many',
  'video-thumbnail-missing',
  'video-title-missing',
  'video-title-too-long',
  'video-view-count-invalid',
])

type ValueTest = (value: string) => boolean

const isNoDate: ValueTest = (value) => !readDatetime(value).isXsdValid
/** Dates of news may lack their seconds. */
const isNoNewsDate: ValueTest = (value) => {
  const reading = readDatetime(value)
  return !reading.isXsdValid && !(reading.isValid && reading.precision === 'minute')
}
/** xsd:anyURI takes nearly every string; the schema's bounds of its length do not. */
const isNoLoc: ValueTest = (value) => value.length < 12 || value.length > 2_048
/** xsd:language */
const isNoLanguage: ValueTest = (value) => !/^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(value)
const isNoDuration: ValueTest = (value) => !/^\+?\d{1,12}$/.test(value) || Number(value) > 28_800

/** What the schemas refuse by its value. */
const BY_VALUE: Partial<Record<string, ValueTest>> = {
  'alternate-language-invalid': isNoLanguage,
  'alternate-region-invalid': isNoLanguage,
  'alternate-script-invalid': isNoLanguage,
  'alternate-separator-invalid': isNoLanguage,
  'lastmod-impossible': isNoDate,
  'lastmod-invalid': isNoDate,
  'lastmod-zone-missing': isNoDate,
  'loc-invalid': isNoLoc,
  'loc-relative': isNoLoc,
  'loc-scheme-invalid': isNoLoc,
  'loc-too-long': isNoLoc,
  'news-date-invalid': isNoNewsDate,
  'video-date-invalid': isNoDate,
  'video-duration-invalid': isNoDuration,
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
  return isRefused !== undefined && examples.some(({ value }) => value !== null && isRefused(value))
}
