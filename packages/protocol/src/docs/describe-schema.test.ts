import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf, type JsonSchema, typeText } from './describe-schema.ts'

const text = (schema: z.ZodType) => typeText(z.toJSONSchema(schema) as JsonSchema)

test.each([
  [z.string(), 'string'],
  [z.enum(['a', 'b']), '"a" or "b"'],
  [z.array(z.number()), 'array of number'],
  [z.union([z.string(), z.null()]), 'string or null'],
  [z.record(z.string(), z.boolean()), 'object of boolean'],
  [z.object({ a: z.string(), b: z.number().optional() }), '{a: string, b?: number}'],
  [z.object({ a: z.object({ b: z.object({ c: z.string() }) }) }), '{a: {b: object}}'],
  [z.object({ a: z.object({ type: z.literal('x'), b: z.string() }) }), '{a: {type: "x", b: string}}'],
  [z.unknown(), 'anything'],
])('a schema in words: %#', (schema, expected) => expect(text(schema)).toBe(expected))

test('the fields of a thing are told without the tag that names it', () => {
  const schema = z.toJSONSchema(z.object({ type: z.literal('x'), a: z.string(), b: z.number().optional() }))
  expect(fieldsOf(schema as JsonSchema)).toEqual([
    { name: 'a', type: 'string', isRequired: true },
    { name: 'b', type: 'number', isRequired: false },
  ])
})
