/** The alternates of one entry, and of all entries, taken together. */
import type { DocumentAlternates } from '../model/checked-document.ts'
import type { ComparedAlternates, ToldLinks } from '../model/facts.ts'
import type { AlternateSet } from './alternate-desk.ts'
import { compareAlternates } from './compare-alternates.ts'
import { defineAlternateRule } from './define-alternate-rule.ts'
import type { DefinedRule, Extra } from './define-rule.ts'

const GUIDELINES =
  'https://developers.google.com/search/docs/specialty/international/localized-versions#all-method-guidelines'

const alternateCodeDuplicate = defineAlternateRule(
  {
    id: 'alternate-code-duplicate',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'A code names one target only',
    why: 'Of two pages for the same readers neither can be the right one; the contradiction makes both void.',
    fix: 'Keep one alternate for each code.',
    source: GUIDELINES,
    searchConsole: null,
    messages: {
      inEntry: 'The hreflang "{code}" is used for two different targets in one entry.',
      inDocument: 'Entries are listed twice here, with different targets for {count} of their codes.',
      across: 'For {count} of the codes here, {other} has another target in the entry of the same loc.',
    },
  },
  (report) => {
    const tell = (documents: readonly ListedAlternates[]) => {
      for (const [own, { url, links, contradictions }] of documents.entries()) {
        for (const [index, told] of contradictions) {
          const other = documents[index]?.url ?? ''
          const data = { count: told.count, other }
          const more = { ...(url === null ? {} : { document: url }), of: links }
          if (index === own) tellLinks(told, (extra) => report('inDocument', null, data, { ...more, ...extra }))
          else tellLinks(told, (extra) => report('across', null, data, { ...more, subject: other, ...extra }))
        }
      }
    }
    return {
      set({ conflicts }) {
        for (const { alternate, code } of conflicts) {
          report('inEntry', { at: alternate.hreflangAt, text: alternate.href as string }, { code }, { subject: code })
        }
      },
      alone: (alternates) => tell(aloneOf(alternates)),
      site: ({ alternates }) => tell(alternates),
    }
  },
)

const alternateSelfMissing = defineAlternateRule(
  {
    id: 'alternate-self-missing',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'The alternates of an entry name the entry itself',
    why: 'Each version of a page must list itself as well as the others; sets that leave it out may not be understood.',
    fix: 'Add an alternate for the loc itself, with its own language.',
    source: GUIDELINES,
    searchConsole: null,
    messages: {
      missing: 'None of the alternates of this entry names the entry itself.',
      near: 'The alternates of this entry name it in another form than its loc.',
    },
  },
  (report) => ({
    set({ entry, self }) {
      if (self === 'missing') report('missing', entry.at, {})
      else if (self !== null && self !== 'named') {
        const { hrefAt, href } = self.near
        report('near', { at: hrefAt, text: href as string }, {}, { expected: entry.loc?.text ?? null })
      }
    },
  }),
)

const alternateReturnMissing = defineAlternateRule(
  {
    id: 'alternate-return-missing',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'Alternates name each other',
    why: 'When two pages do not both point to each other, the link between them is ignored.',
    fix: 'Give the entry of the target an alternate that leads back.',
    source: GUIDELINES,
    searchConsole: null,
    messages: { oneWay: 'Return links are missing for {count} of the {of} alternates here.' },
  },
  (report) => {
    const tell = (documents: readonly ListedAlternates[]) => {
      for (const { url, links: of, unanswered } of documents) {
        const data = { count: unanswered.count, of }
        const more = { ...(url === null ? {} : { document: url }), of }
        tellLinks(unanswered, (extra) => report('oneWay', null, data, { ...more, ...extra }))
      }
    }
    return { alone: (alternates) => tell(aloneOf(alternates)), site: (facts) => tell(facts.alternates) }
  },
)

/** Entries from which on a shared x-default target is told. */
const SHARED_ENTRIES = 10
/** Targets that are watched. */
const WATCHED_LIMIT = 100_000

const alternateDefaultShared = defineAlternateRule(
  {
    id: 'alternate-default-shared',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'Each page has an x-default of its own',
    why: 'Readers of other languages are sent to one page for all of them, not to the page that they were looking for.',
    fix: 'Name as x-default the version of the same page that suits readers of any other language.',
    source: null,
    searchConsole: null,
    messages: {
      shared: 'The x-default {target} is shared by {count} or more entries that have no other alternate in common.',
    },
  },
  (report) => {
    const watched = new Map<number, Watched>()
    return {
      set({ fallback, signature }) {
        if (fallback === null) return
        const { alternate } = fallback
        const state = watchedOf(watched, fallback, signature)
        if (state === null) return
        state.entries++
        if (!state.isTold && (state.others === null || state.others.size < SHARED_ENTRIES - 1)) return
        const target = alternate.href as string
        const occurrences = state.isTold ? 1 : state.entries
        // From here on every entry counts.
        state.isTold = true
        state.others = null
        const where = { at: alternate.hreflangAt, text: target }
        report('shared', where, { target, count: SHARED_ENTRIES }, { subject: target.slice(0, 300), occurrences })
      },
    }
  },
)

/** How often a target of x-default was met. */
interface Watched {
  entries: number
  /** Of the first set of alternates, and of those that have nothing in common with it nor with each other. */
  signature: number
  others: Set<number> | null
  isTold: boolean
}

function watchedOf(
  watched: Map<number, Watched>,
  { target }: NonNullable<AlternateSet['fallback']>,
  signature: number,
): Watched | null {
  const state = watched.get(target)
  if (state === undefined) {
    if (watched.size >= WATCHED_LIMIT) return null
    const fresh: Watched = { entries: 0, signature, others: null, isTold: false }
    watched.set(target, fresh)
    return fresh
  }
  if (!state.isTold && signature !== state.signature) {
    state.others ??= new Set()
    state.others.add(signature)
  }
  return state
}

/** A document with alternates; url is null for the one under judgement. */
type ListedAlternates = ComparedAlternates & { url: string | null; links: number }

/** Several rules ask for the same comparison. */
const compared = new WeakMap<DocumentAlternates, ListedAlternates>()

function aloneOf(alternates: DocumentAlternates | null): ListedAlternates[] {
  if (alternates === null) return []
  const known = compared.get(alternates)
  if (known !== undefined) return [known]
  const [own] = compareAlternates([alternates])
  if (own === undefined) return []
  const listed = { ...own, url: null, links: alternates.links }
  compared.set(alternates, listed)
  return [listed]
}

/** Reports each example, and with the first one all that have none. */
function tellLinks({ count, examples }: ToldLinks, tell: (extra: Extra) => void): void {
  for (const [index, { entry, line, loc, href }] of examples.entries()) {
    const occurrences = index === 0 ? count - examples.length + 1 : 1
    tell({ entry, line, loc, value: href, occurrences })
  }
}

export const alternateSetRules: readonly DefinedRule[] = [
  alternateCodeDuplicate,
  alternateDefaultShared,
  alternateReturnMissing,
  alternateSelfMissing,
]
