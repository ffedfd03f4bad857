/**
 * What a validator with the sitemaps.org XSD and the extensions' schemas says of one document, while it is read. It
 * holds each entry against the tables once; the reader's faults tell the rest.
 */

import type { DocumentBodyFacts, DocumentContext, DocumentHead, Entry, Fault, FaultCode } from '../../model/document.ts'
import type { DocumentReport } from '../../model/report.ts'
import { NAMESPACES } from '../../model/standards.ts'
import { oddAlternates } from '../entry-traits.ts'
import { attachLastmodDesk } from '../lastmod-desk.ts'
import { attachDesk } from '../loc-desk.ts'
import { createShare } from '../share.ts'
import { judgeItem, judgeLink, judgeValue } from './judge-item.ts'
import type { Refusal } from './refusal.ts'
import { IMAGE, NEWS, VIDEO } from './tables.ts'
import { TYPES } from './types.ts'

export interface SchemaDesk {
  start(head: DocumentHead): void
  /** Call in the order of the document; a second call for one entry changes nothing. @returns what is refused in it */
  judge(entry: Entry): readonly Refusal[]
  /** Extension elements before the first entry. */
  judgeLoose(entry: Entry): void
  /** Is told what is refused in them. */
  onLoose: ((refusal: Refusal) => void) | null
  fault(fault: Fault): void
  /** Of the refusals so far that a rule may have told as well: one each of message and subject. */
  readonly told: readonly { message: string; subject: string; rules: readonly string[] }[]
  finish(facts: DocumentBodyFacts): DocumentReport['xsd']
}

/** The desk of one run over a document. */
export const attachSchemaDesk = createShare(createSchemaDesk)

/** No XML: every reader of XML stops there. */
const MALFORMED: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'ampersand-unescaped',
  'attribute-duplicate',
  'bom-repeated',
  'character-illegal',
  'declaration-false',
  'entity-undefined',
  'invalid-bytes',
  'leading-content',
  'malformed',
  'prefix-unbound',
  'tag-mismatched',
])

/** Well-formed, and not what the schemas declare. */
const INVALID: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'attribute-unexpected',
  'element-misplaced',
  'element-order',
  'element-repeated',
  'element-unexpected',
  // These elements are of a namespace that none of the schemas is for.
  'extension-retired',
  'namespace-extension',
  'text-stray',
  'undeclared',
])

const LOC_RULES = [
  'loc-empty',
  'loc-invalid',
  'loc-nested-url',
  'loc-relative',
  'loc-scheme-invalid',
  'loc-template',
  'loc-too-long',
  'loc-unescaped',
  'loc-whitespace',
]
const LASTMOD_RULES = [
  'lastmod-empty',
  'lastmod-impossible',
  'lastmod-invalid',
  'lastmod-xsd-only',
  'lastmod-zone-missing',
]
const LOC_MISSING_RULES = ['loc-missing']

function createSchemaDesk(document: DocumentContext): SchemaDesk {
  // They have read an entry before it comes here: what is plain to them no validator refuses.
  const locs = attachDesk(document, 'schema')
  const lastmods = attachLastmodDesk(document, 'schema')
  let head: DocumentHead | null = null
  /** Of the core namespace: only these have a schema. */
  let isCore = false
  let isMalformed = false
  let isInvalid = false
  let isTruncated = false
  let isDoubtful = false
  let judged = 0
  let refusals: readonly Refusal[] = NONE
  const keys = new Set<string>()
  const told: { message: string; subject: string; rules: readonly string[] }[] = []
  const court = {
    refuse(refusal: Refusal) {
      isInvalid = true
      refusals = [...refusals, refusal]
      const { message, subject, told: rules } = refusal
      const key = `${message} ${subject}`
      if (rules.length === 0 || keys.has(key)) return
      keys.add(key)
      told.push({ message, subject, rules })
    },
    doubt() {
      isDoubtful = true
    },
  }

  function judgeExtensions(entry: Entry): void {
    const { images, videos, news } = entry
    const alternates = oddAlternates(entry)
    for (let i = 0; i < alternates.length; i++) judgeLink(alternates[i] as (typeof alternates)[0], court)
    for (const image of images) judgeItem(image, IMAGE, 'image', court)
    for (const video of videos) judgeItem(video, VIDEO, 'video', court)
    for (const item of news) judgeItem(item, NEWS, 'news', court)
  }

  return {
    told,
    onLoose: null,
    start(known) {
      head = known
      isCore = known.namespace === NAMESPACES.sitemap && (known.kind === 'urlset' || known.kind === 'sitemapindex')
    },
    judge(entry) {
      if (entry.number === judged) return refusals
      judged = entry.number
      refusals = NONE
      if (!isCore) return refusals
      const { loc, lastmod, changefreq, priority } = entry
      if (loc !== null) {
        if (locs.number !== entry.number || !locs.isPlain) judgeValue(loc, '', 'loc', TYPES.loc, LOC_RULES, court)
      } else {
        const [parent, element] = [head?.kind === 'sitemapindex' ? 'sitemap' : 'url', 'loc']
        const data = { parent, element }
        court.refuse({
          message: 'childMissing',
          at: entry.at,
          data,
          value: null,
          subject: element,
          told: LOC_MISSING_RULES,
        })
      }
      if (lastmod !== null && (lastmods.number !== entry.number || !lastmods.isPlain)) {
        judgeValue(lastmod, '', 'lastmod', TYPES.date, LASTMOD_RULES, court)
      }
      if (changefreq !== null) judgeValue(changefreq, '', 'changefreq', TYPES.changefreq, CHANGEFREQ_RULES, court)
      if (priority !== null) judgeValue(priority, '', 'priority', TYPES.priority, PRIORITY_RULES, court)
      judgeExtensions(entry)
      return refusals
    },
    judgeLoose(entry) {
      if (!isCore) return
      refusals = NONE
      judgeExtensions(entry)
      for (const refusal of refusals) this.onLoose?.(refusal)
      refusals = NONE
    },
    fault({ code }) {
      if (code === 'truncated') isTruncated = true
      else if (MALFORMED.has(code)) isMalformed = true
      else if (INVALID.has(code)) isInvalid = true
    },
    finish({ tail, ending }) {
      if (head === null || head.root === null || tail.kind === 'html') return null
      if (isMalformed) return 'invalid'
      const isCut = ending.state !== 'complete' || ending.coding.state !== 'ok' || tail.isUnpacked === false
      if (isTruncated && !isCut) return 'invalid'
      if (!isCore) return null
      if (isInvalid) return 'invalid'
      if (!tail.isComplete) return null
      // A urlset has at least one url.
      if (tail.entries === 0) return 'invalid'
      return isDoubtful || tail.hasUnread === true ? null : 'valid'
    },
  }
}

const NONE: readonly Refusal[] = []
const CHANGEFREQ_RULES = ['changefreq-invalid']
const PRIORITY_RULES = ['priority-invalid']
