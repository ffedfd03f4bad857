/** What only several documents together can tell. */
import type { SiteFacts } from '../model/facts.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'

/** Fingerprints held at once: 2 million of 53 bits, about 100 MB as a Map at worst. */
export const ACROSS_LIMIT = 2_000_000

const locDuplicateAcross = defineRule(
  {
    id: 'loc-duplicate-across',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'A URL is listed in one sitemap only',
    why: 'Two entries for one URL can contradict each other, and both count towards the limits.',
    fix: 'List each URL in one sitemap.',
    source: null,
    searchConsole: null,
    messages: { across: '{other} lists {count} of the locs here as well.' },
  },
  ({ report }) => ({
    site({ documents }: SiteFacts) {
      const owners = new Map<number, number>()
      for (const [index, { url, sha256, fingerprints, purpose }] of documents.entries()) {
        const shared = new Map<number, Set<number>>()
        for (const hash of fingerprints.locs) {
          const owner = owners.get(hash)
          if (owner === undefined) {
            if (owners.size < ACROSS_LIMIT) owners.set(hash, index)
            continue
          }
          const hashes = shared.get(owner)
          if (hashes) hashes.add(hash)
          else shared.set(owner, new Set([hash]))
        }
        for (const [owner, hashes] of shared) {
          const other = documents[owner]
          // A news or media sitemap is meant to repeat pages; two copies of one file have a finding of their own.
          if (!other || other.purpose !== purpose || (sha256 !== null && other.sha256 === sha256)) continue
          const known = fingerprints.smallest.filter(({ hash }) => hashes.has(hash)).sort((a, b) => a.entry - b.entry)
          const examples = known.slice(0, 10)
          const data = { count: hashes.size, other: other.url }
          const extra = { document: url, subject: other.url, of: fingerprints.locs.length }
          const [first, ...more] = examples
          const rest = hashes.size - more.length
          report('across', null, data, {
            ...extra,
            loc: first?.loc ?? null,
            entry: first?.entry ?? null,
            occurrences: rest,
          })
          for (const { loc, entry } of more) report('across', null, data, { ...extra, loc, entry })
        }
      }
    },
  }),
)

export const acrossRules: readonly DefinedRule[] = [locDuplicateAcross]
