/** How a rule of alternates is declared: by what it says of the alternates of an entry, or of one of them. */
import type { DocumentAlternates } from '../model/checked-document.ts'
import type { Entry } from '../model/document.ts'
import { type AlternateSet, attachAlternateDesk, type OddAlternate } from './alternate-desk.ts'
import { type DefinedRule, defineRule, type Hooks, type Report, type RuleData } from './define-rule.ts'

/** Characters of a foreign text that tell findings apart. */
export const SUBJECT_LENGTH = 100

/** What a rule of alternates does. */
export interface AlternateJudge {
  /** For each entry that has any. */
  set?(set: AlternateSet): void
  /** For an upload, at its end: nothing else will be read. */
  alone?(alternates: DocumentAlternates | null): void
  /** For the documents of an audit together. */
  site?: Hooks['site']
}

export function defineAlternateRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  create: (report: Report<M>) => AlternateJudge,
): DefinedRule {
  return defineRule(data, ({ report, document, lineOf }) => {
    const { set, alone, site } = create(report)
    if (document === undefined) return site === undefined ? {} : { site }
    const desk = attachAlternateDesk(document, data.id)
    const seat = desk.judges.add(set ?? (() => {}))
    const hooks: Hooks = {
      start: (head) => desk.begin(head),
      end() {
        seat.rethrow()
        if (document.source === 'upload') alone?.(desk.finish())
      },
    }
    if (!seat.isFirst) return hooks
    return {
      ...hooks,
      // The others are told to the desk where the document is checked.
      only: ['alternates'],
      entry(entry) {
        const read = desk.read(entry, lineOf)
        if (read !== null) desk.judges.dispatch(read)
      },
    }
  })
}

/** A rule that judges one alternate at a time: those that are not plainly right. */
export function defineAlternateLinkRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (odd: OddAlternate, report: Report<M>, entry: Entry) => void,
): DefinedRule {
  return defineAlternateRule(data, (report) => ({
    set({ odd, entry }) {
      for (const one of odd) judge(one, report, entry)
    },
  }))
}
