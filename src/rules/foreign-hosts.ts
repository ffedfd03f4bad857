/**
 * Locs on other hosts. A sitemap may list them where that host's robots.txt names it (cross submission), which only the
 * audit can find out: the pass counts them by host, and this module settles them when the answer is known.
 */
import type { ForeignHost } from '../model/checked-document.ts'
import type { At, DocumentContext, Entry, Location } from '../model/document.ts'
import type { DocumentKind, DocumentReport, Finding } from '../model/report.ts'
import { detachText } from '../values/detach-text.ts'
import { originOf } from '../values/listed-url.ts'
import { createPattern, type Pattern } from '../values/url-pattern.ts'
import { bareHost, baseOf } from '../values/url-scope.ts'
import { createCollector } from './collect-findings.ts'
import type { DefinedRule, Extra } from './define-rule.ts'
import { attachDesk } from './loc-desk.ts'
import { indexChildOtherHost, locOtherHost, locOtherHostDeclared, locWwwMismatch } from './loc-host.ts'

/** Hosts counted by name; the audit asks no more, and the rest is one group. */
const HOSTS_LIMIT = 20
const EXAMPLES_LIMIT = 10

/** Host of the group of all hosts beyond the limit; it can't be asked for anything. */
export const OTHER_HOSTS = '(others)'

export type Declared = 'declared' | 'not-declared' | 'unknown'

export interface ForeignHostCollector {
  /** Call once for each entry. */
  collect(entry: Entry, kind: DocumentKind): void
  finish(): ForeignHost[]
}

/** @param locate the reader's; asked for the examples alone */
export function createForeignHosts(document: DocumentContext, locate: (at: At) => Location): ForeignHostCollector {
  const desk = attachDesk(document, 'foreign-hosts')
  const groups = new Map<string, { host: ForeignHost; pattern: Pattern }>()
  const lineOf = (at: At) => locate(at).line

  function groupOf(host: string, make: () => ForeignHost): { host: ForeignHost; pattern: Pattern } {
    const key = groups.has(host) || groups.size < HOSTS_LIMIT ? host : OTHER_HOSTS
    let group = groups.get(key)
    if (group === undefined) {
      const made = make()
      group = {
        host: key === host ? made : { ...made, host: OTHER_HOSTS, origin: OTHER_HOSTS },
        pattern: createPattern(),
      }
      groups.set(key, group)
    }
    return group
  }

  return {
    collect(entry, kind) {
      if (desk.number !== entry.number) desk.read(entry, lineOf)
      if (desk.odd.length === 0) return
      for (const { place, text, value } of desk.odd) {
        if (place === null || (place.relation !== 'other-host' && place.relation !== 'www')) continue
        const { relation, url } = place
        const name = bareHost(url.host)
        const { host, pattern } = groupOf(name, () => ({
          host: name,
          origin: originOf({ ...url, host: name }),
          count: 0,
          of: kind === 'sitemapindex' ? 'child' : 'entry',
          relation,
          pattern: null,
          examples: [],
        }))
        host.count++
        pattern.add(text)
        if (host.examples.length < EXAMPLES_LIMIT)
          host.examples.push({ entry: entry.number, loc: detachText(value.text), location: locate(value.at) })
      }
    },
    finish: () => [...groups.values()].map(({ host, pattern }) => ({ ...host, pattern: pattern.text() })),
  }
}

/**
 * Makes the findings of a fetched document's foreign hosts. A host that differs by www. alone is an error unless it
 * declares the sitemap; of every other host nothing is claimed where its robots.txt could not be read.
 * @param document URL of the document
 * @param report what was read of it: the number of its entries
 */
export function settleForeignHosts(
  document: string,
  report: Pick<DocumentReport, 'entries' | 'url'>,
  foreign: readonly ForeignHost[],
  isDeclared: (host: ForeignHost) => Declared,
): Finding[] {
  const collector = createCollector(document, () => {
    throw new Error('places of foreign hosts are locations already')
  })
  const patterns: (string | null)[] = []
  const base = baseOf(document)
  const own = base?.host ?? document
  const ownOrigin = base?.origin ?? document
  for (const host of foreign) {
    if (host.host === OTHER_HOSTS) continue
    const declared = isDeclared(host)
    const isWww = host.relation === 'www'
    if (declared === 'unknown' && !isWww) continue
    if (declared === 'declared') add(locOtherHostDeclared, 'declared', host)
    else if (isWww) add(locWwwMismatch, 'www', host)
    else if (host.of === 'child') add(indexChildOtherHost, 'undeclared', host)
    else add(locOtherHost, 'undeclared', host)
  }
  return collector.finish(report.entries ?? 0).map((finding, i) => ({
    ...finding,
    pattern: finding.occurrences > 1 ? (patterns[i] ?? null) : null,
  }))

  function add(rule: DefinedRule, message: string, host: ForeignHost): void {
    const what = whatOf(host, report.entries)
    // A host that does not name the index may name the children themselves.
    const named = host.isNamedItself ? (host.count === 1 ? 'it' : 'them') : 'this sitemap or its index'
    const data = { what, host: host.host, own, loc: host.origin, ownOrigin, named }
    patterns.push(host.pattern ?? null)
    for (const { entry, loc, location } of host.examples) {
      const extra: Extra = { entry, loc, value: loc, subject: host.host }
      if (report.entries !== null) extra.of = report.entries
      collector.add(rule, message, location, data, extra)
    }
    const more = host.count - host.examples.length
    if (more > 0) collector.add(rule, message, null, data, { subject: host.host, occurrences: more, isMore: true })
  }
}

/** "All 20 locs are", "One child is", "3 locs are". */
function whatOf({ count, of }: ForeignHost, entries: number | null): string {
  const [one, many] = of === 'child' ? ['child', 'children'] : ['loc', 'locs']
  if (count === 1) return `One ${one} is`
  return `${count === entries ? 'All ' : ''}${count.toLocaleString('en-US')} ${many} are`
}
