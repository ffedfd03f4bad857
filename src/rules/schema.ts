/** What the schemas refuse and no other rule tells. */
import type { Finding } from '../model/report.ts'
import { fingerprintOf } from '../values/hash.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import type { Trait } from './entry-traits.ts'
import { MESSAGES, type Refusal } from './schema/refusal.ts'
import { attachSchemaDesk, type SchemaDesk } from './schema/schema-desk.ts'
import { isRefusedBySchema } from './schema-verdict.ts'

const ID = 'schema-invalid'

/** The entries that a schema may refuse: those in which something is not plainly right, or more than loc and lastmod. */
export const SCHEMA_TRAITS: readonly Trait[] = [
  'images',
  'news',
  'noLoc',
  'oddAlternates',
  'oddChangefreq',
  'oddLastmod',
  'oddPriority',
  'oddLoc',
  'videos',
]

const schemaInvalid = defineRule(
  {
    id: ID,
    severity: 'note',
    breaks: ['xsd'],
    basis: 'documented',
    title: 'A validator with the XSD has nothing to refuse',
    why: 'Search engines do not ask for it, but tools that validate against the schemas refuse the document.',
    fix: 'Bring the element into the form and the order that its schema declares.',
    source: 'https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd',
    searchConsole: null,
    messages: MESSAGES,
  },
  ({ report, document }) => {
    if (document === undefined) return {}
    const desk = attachSchemaDesk(document, ID)
    const tell = ({ message, at, data, value, subject }: Refusal): void => {
      report(message, at, data as never, { subject, value })
    }
    desk.onLoose = tell
    /** Their rule has told them; the namespace of what they stand before is unknown. */
    const unbound = new Set<string>()
    return {
      start: desk.start,
      only: SCHEMA_TRAITS,
      entry(entry) {
        for (const refusal of desk.judge(entry)) tell(refusal)
      },
      faults: {
        'prefix-unbound'({ prefix }) {
          unbound.add(prefix)
        },
        undeclared(fault) {
          const { what, name, uri, parent } = fault
          // The reader gives the prefix itself for the namespace.
          if (unbound.has(uri) && name.startsWith(`${uri}:`)) return
          if (what === 'attribute') {
            report('attributeUndeclared', fault, { attribute: name, element: parent }, { subject: `${parent} ${name}` })
          } else if (what === 'content') {
            report('contentUndeclared', fault, { element: parent }, { subject: parent })
          } else if (uri === '') report('elementUnqualified', fault, { element: name }, { subject: name })
          else report('elementUndeclared', fault, { element: name, namespace: uri }, { subject: `${name} ${uri}` })
        },
      },
    }
  },
)

export const schemaRules: readonly DefinedRule[] = [schemaInvalid]

/**
 * Takes out what another rule tells of the same cause.
 * @param desk that of the document, after its last entry
 * @returns the findings that stay, in their order
 */
export function settleSchema(findings: readonly Finding[], desk: Pick<SchemaDesk, 'told'>): Finding[] {
  const refused = new Set(
    findings.filter((finding) => finding.rule !== ID && isRefusedBySchema(finding)).map(({ rule }) => rule),
  )
  return findings.filter(({ rule, document, fingerprint }) => {
    if (rule !== ID) return true
    return !desk.told.some(
      ({ message, subject, rules }) =>
        fingerprint === fingerprintOf(ID, document ?? '', message, subject) && rules.some((one) => refused.has(one)),
    )
  })
}
