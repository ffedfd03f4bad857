/** Gathers the reports of rules into findings: one rule, document and subject is one finding, whatever its count. */
import type { At, Location, Place } from '../model/document.ts'
import type { Example, Finding } from '../model/report.ts'
import { detachText } from '../values/detach-text.ts'
import { fingerprintOf } from '../values/hash.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { createPattern, type Pattern } from '../values/url-pattern.ts'
import type { DefinedRule, Extra, Where } from './define-rule.ts'

/** Examples kept of one finding. */
const EXAMPLES_LIMIT = 10
/** Subjects of one rule in one document that get a finding of their own; the rest share one. */
const SUBJECTS_LIMIT = 50
/** Characters of a value or loc that an example shows. */
const SHOWN_LENGTH = 2_100

interface Group {
  finding: Finding
  pattern: Pattern
  of: number | null
  isPerEntry: boolean
  /** Occurrences were only counted: what their URLs share is not known. */
  isCountedOnly: boolean
}

export interface FindingCollector {
  /** Adds one report. */
  add(rule: DefinedRule, message: string, where: Where, data: Record<string, string | number>, extra: Extra): void
  /** What the engine fills in while an entry, or a fault inside one, is judged. */
  enter(entry: number | null, loc: string | null, isPerEntry: boolean): void
  leave(): void
  /** The findings, in the order of first report. `entries` settles the shares of per-entry findings. */
  finish(entries: number): Finding[]
}

/**
 * @param document URL that the findings stand in
 * @param locate turns a place of the reader into a location; only asked for the examples that are kept
 */
export function createCollector(document: string | null, locate: (at: At) => Location): FindingCollector {
  const groups = new Map<string, Group>()
  const subjects = new Map<string, number>()
  /** What each rule reported last: a fault that is in every entry is mostly the same one. */
  const lasts = new Map<DefinedRule, { message: string; subject: string; group: Group }>()
  let entryNumber: number | null = null
  let entryLoc: string | null = null
  let inEntryHook = false

  const resolve = (place: Place): Location | null => (typeof place === 'number' ? locate(place) : place)

  function groupOf(rule: DefinedRule, message: string, data: Record<string, string | number>, extra: Extra): Group {
    const place = extra.document === undefined ? document : extra.document
    const subject = extra.subject ?? ''
    const last = lasts.get(rule)
    if (last?.message === message && last.subject === subject && last.group.finding.document === place)
      return last.group
    const group = findGroup(rule, message, subject, place, data, extra)
    lasts.set(rule, { message, subject, group })
    return group
  }

  function findGroup(
    rule: DefinedRule,
    message: string,
    asked: string,
    place: string | null,
    data: Record<string, string | number>,
    extra: Extra,
  ): Group {
    let subject = asked
    let key = `${rule.id}\n${message}\n${subject}\n${place}`
    const known = groups.get(key)
    if (known) return known
    if (subject !== '') {
      const seen = subjects.get(rule.id) ?? 0
      if (seen >= SUBJECTS_LIMIT) {
        subject = '(others)'
        key = `${rule.id}\n${message}\n${subject}\n${place}`
        const shared = groups.get(key)
        if (shared) return shared
      }
      subjects.set(rule.id, seen + 1)
    }
    const group: Group = {
      finding: {
        rule: rule.id,
        severity: rule.severity,
        message: fill(rule, message, data),
        fix: extra.fix ?? rule.fix,
        document: place,
        occurrences: 0,
        examples: [],
        pattern: null,
        share: null,
        fingerprint: fingerprintOf(rule.id, place ?? '', message, subject),
        suppressed: null,
      },
      pattern: createPattern(),
      of: extra.of ?? null,
      isPerEntry: inEntryHook,
      isCountedOnly: false,
    }
    groups.set(key, group)
    return group
  }

  return {
    add(rule, message, where, data, extra) {
      const group = groupOf(rule, message, data, extra)
      const { finding } = group
      finding.occurrences += extra.occurrences ?? 1
      if (extra.of !== undefined) group.of = extra.of
      if (extra.isMore) {
        group.isCountedOnly = true
        return
      }
      const loc = extra.loc === undefined ? entryLoc : extra.loc
      if (loc !== null) group.pattern.add(loc)
      if (finding.examples.length >= EXAMPLES_LIMIT) return
      const holder = isHolder(where) ? where : undefined
      const value = extra.value === undefined && typeof holder?.text === 'string' ? holder.text : (extra.value ?? null)
      const location = resolve(holder ? holder.at : (where as Place))
      const example: Example = {
        line: location?.line ?? extra.line ?? null,
        column: location?.column ?? null,
        offset: location?.offset ?? null,
        entry: extra.entry === undefined ? entryNumber : extra.entry,
        loc: cut(loc),
        value: cut(value),
        expected: cut(extra.expected ?? null),
        snippet: location?.snippet == null ? null : maskUserInfo(location.snippet),
      }
      // A finding about the whole document has no place and needs no example.
      if (Object.values(example).some((part) => part !== null)) finding.examples.push(example)
    },
    enter(entry, loc, isPerEntry) {
      entryNumber = entry
      entryLoc = loc
      inEntryHook = isPerEntry
    },
    leave() {
      entryNumber = null
      entryLoc = null
      inEntryHook = false
    },
    finish(entries) {
      return [...groups.values()].map(({ finding, pattern, of, isPerEntry, isCountedOnly }) => {
        finding.pattern = finding.occurrences > 1 && !isCountedOnly ? pattern.text() : null
        const candidates = of ?? (isPerEntry ? entries : null)
        finding.share = candidates ? Math.min(1, finding.occurrences / candidates) : null
        return finding
      })
    },
  }
}

function isHolder(where: Where): where is { at: Place; text?: unknown } {
  return typeof where === 'object' && where !== null && 'at' in where
}

/** Credentials in a listed URL are never shown, whatever rule speaks of it. */
function cut(text: string | null): string | null {
  if (text === null) return null
  const shown = maskUserInfo(text)
  return detachText(shown.length <= SHOWN_LENGTH ? shown : `${shown.slice(0, SHOWN_LENGTH)}…`)
}

/** Fills the placeholders of a message; a long value is cut so that the message stays one sentence. */
function fill(rule: DefinedRule, message: string, data: Record<string, string | number>): string {
  const template = rule.messages[message]
  if (template === undefined) throw new Error(`rule ${rule.id} has no message ${message}`)
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = data[name]
    if (value === undefined) throw new Error(`message ${message} of rule ${rule.id} lacks ${name}`)
    if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
    const shown = maskUserInfo(value)
    return shown.length > 300 ? `${shown.slice(0, 300)}…` : shown
  })
}
