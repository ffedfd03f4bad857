/** What a validator with the schemas refuses, in sentences. */
import type { At } from '../../model/document.ts'

export const MESSAGES = {
  elementUndeclared: 'No schema declares <{element}> of the namespace {namespace}.',
  elementUnqualified: 'The element <{element}> is in no namespace, or not in that of the root.',
  contentUndeclared: 'The schema declares <{element}> to be empty, and it has content.',
  attributeUndeclared: 'No schema declares the attribute {attribute} on <{element}>.',
  attributeMissing: 'This <{element}> lacks the attribute {attribute}, which its schema requires.',
  attributeValue: 'The attribute {attribute} of <{element}> is "{value}"; its schema asks for {asks}.',
  childUndeclared: 'The schema knows no <{element}> in <{parent}>.',
  childMissing: 'This <{parent}> lacks <{element}>, which its schema requires.',
  childOrder: 'In this <{parent}>, <{element}> stands behind <{after}>; its schema wants it before.',
  childRepeated: 'In this <{parent}>, <{element}> stands more often than its schema allows: {limit}.',
  text: 'Text stands in <{element}>, where its schema allows elements only.',
  value: 'The value of <{element}> is "{value}"; its schema asks for {asks}.',
  padded: 'White space stands round the value of <{element}>; its schema takes it for a part of the value.',
} as const

export interface Refusal {
  message: keyof typeof MESSAGES
  at: At
  data: Record<string, string | number>
  value: string | null
  subject: string
  /** Rules that may tell the same; where one does, this is not told again. */
  told: readonly string[]
}
