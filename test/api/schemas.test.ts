import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { define, nullable, oneOf, text } from '#src/api/schemas/build.ts'
import type { Hop } from '#src/model/report.ts'

test('a schema that differs from its model does not compile', () => {
  // @ts-expect-error a field is missing
  expect(define<Hop>()('Hop', 'A hop.', { status: Type.Integer() }).$id).toBe('Hop')
  // @ts-expect-error a field has another type
  expect(define<Hop>()('Hop', 'A hop.', { status: Type.Integer(), url: nullable(text('x')) }).$id).toBe('Hop')
  // @ts-expect-error a field may be left out
  expect(define<Hop>()('Hop', 'A hop.', { status: Type.Integer(), url: Type.Optional(text('x')) }).$id).toBe('Hop')
  expect(define<Hop>()('Hop', 'A hop.', { status: Type.Integer(), url: text('x') })).toMatchObject({
    $id: 'Hop',
    description: 'A hop.',
    required: ['status', 'url'],
  })
})

test('null is one more type of a plain schema and one more branch of another', () => {
  expect(nullable(text('x'))).toEqual({ type: ['string', 'null'], description: 'x' })
  expect(nullable(oneOf(['a', 'b'], 'x'))).toEqual({
    type: ['string', 'null'],
    enum: ['a', 'b', null],
    description: 'x',
  })
  expect(nullable(Type.Object({}, { description: 'x' }))).toMatchObject({
    description: 'x',
    anyOf: [{ type: 'object' }, { type: 'null' }],
  })
})
