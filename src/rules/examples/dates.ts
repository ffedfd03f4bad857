/** Of lastmod, in sitemaps. The day is 1 October 2026. */
import { dated, type ExampleTable } from './forms.ts'

/** Fewer show no pattern. */
const COUNT = 20

/** A line each, so that what they have in common is seen. */
const entries = (lastmodOf: (index: number) => string | null) =>
  Array.from({ length: COUNT }, (_, index) => {
    const lastmod = lastmodOf(index)
    const inner = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<url><loc>https://www.example.com/page-${index + 1}</loc>${inner}</url>`
  }).join('\n')
const day = (index: number) => `2026-09-${String(index + 1).padStart(2, '0')}`

export const DATE_EXAMPLES: ExampleTable = {
  'lastmod-absent': { wrong: entries(() => null), right: entries(day) },
  'lastmod-empty': { wrong: dated(''), right: dated('2026-09-01') },
  'lastmod-future': { wrong: dated('2036-09-01'), right: dated('2026-09-01') },
  'lastmod-generated': {
    wrong: entries((index) => `2026-10-01T11:59:${index + 10}Z`),
    right: entries((index) => `${day(index)}T11:59:00Z`),
  },
  'lastmod-identical': { wrong: entries(() => '2026-09-01'), right: entries(day) },
  'lastmod-implausible': { wrong: dated('1970-01-01T00:00:00Z'), right: dated('2026-09-01') },
  'lastmod-impossible': { wrong: dated('2026-02-30'), right: dated('2026-02-28') },
  'lastmod-invalid': { wrong: dated('01/09/2026'), right: dated('2026-09-01') },
  'lastmod-partial': { wrong: entries((index) => (index < 3 ? null : day(index))), right: entries(day) },
  'lastmod-xsd-only': { wrong: dated('2026-09-01T10:00Z'), right: dated('2026-09-01T10:00:00Z') },
  'lastmod-zone-missing': { wrong: dated('2026-09-01T10:00:00'), right: dated('2026-09-01T10:00:00+02:00') },
}
