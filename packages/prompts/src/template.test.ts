import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillTemplate, unknownPlaceholders } from './template.ts'

const values = { scratchFile: '.scratch/a.md', threadId: 'th', why: '' }

test('known placeholders are filled, old spellings too, and unknown ones stay as typed and are named once', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['to {scratchFile} of {threadId}', 'to .scratch/a.md of th', []],
    ['{scratch_file}{why}', '.scratch/a.md', []],
    ['{nope} and {nope} and {other}', '{nope} and {nope} and {other}', ['nope', 'other']],
    ['{"a": {b: 1}} { threadId } {} {1}', '{"a": {b: 1}} { threadId } {} {1}', []],
    ['{constructor} {__proto__}', '{constructor} {__proto__}', ['constructor']],
  ]
  for (const [text, filled, unknown] of rows) expect(fillTemplate(text, values)).toEqual({ text: filled, unknown })
})

test('what is put in is not read again', () => {
  expect(fillTemplate('{a}{b}', { a: '{b}', b: '$& {a}' })).toEqual({ text: '{b}$& {a}', unknown: [] })
})

test('placeholders outside a list are named', () => {
  expect(unknownPlaceholders('{scratch_file} {threadId} {x}', ['scratchFile'])).toEqual(['threadId', 'x'])
})

test('text without braces is left alone', () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => fillTemplate(text.replaceAll('{', ''), values).text === text.replaceAll('{', ''),
    ),
  )
})
