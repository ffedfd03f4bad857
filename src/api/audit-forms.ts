/** The forms in which an audit is answered, and how its routes describe them. */
import { Type } from 'typebox'
import type { Offer } from './negotiate.ts'
import { REPORT_FORMS } from './report-forms.ts'
import { oneOf, text } from './schemas/build.ts'

const JSON_FORM = { form: 'json', mediaTypes: ['application/json'] } as const
const formOf = <F extends keyof typeof REPORT_FORMS>(form: F) => ({ form, mediaTypes: REPORT_FORMS[form].mediaTypes })

/** Of POST /audit. */
export const START_FORMS = [JSON_FORM, formOf('txt')] as const

/** Of GET /audits/{id}. text/html is the live page, and whoever prefers it gets that before. */
export const AUDIT_FORMS = [
  JSON_FORM,
  formOf('txt'),
  formOf('md'),
  formOf('csv'),
  formOf('sarif'),
  formOf('junit'),
] as const

/** The query parameter. */
export const COLOR = oneOf(['0', '1'], '1: plain text has colours, for terminals. Default: 0.')

export const TEXT_CONTENT = { 'text/plain': { schema: text('The audit for a person at a terminal.') } }

/** What is JSON too is no text to those who read the description. */
export function schemaOfForm(mediaType: string, description: string) {
  return mediaType.endsWith('+json') ? Type.Unsafe<object>({ type: 'object', description }) : text(description)
}

/** @returns the description of the same answer in other forms than JSON */
export function inForms<A extends { content: object }>(json: A, forms: readonly Offer<string>[]): A {
  const others = forms.filter(({ form }) => form !== 'json')
  const content = others.map(({ mediaTypes: [mediaType] }) => [
    mediaType,
    { schema: schemaOfForm(mediaType, 'The report in this form.') },
  ])
  return { ...json, content: { ...json.content, ...Object.fromEntries(content) } }
}
