import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffTone, highlightLine } from './highlight.ts'
import { textOfRow } from './row.ts'

const tones = (line: string, language: string, state: Parameters<typeof highlightLine>[2] = 'code') =>
  highlightLine(line, language, state)
    .row.filter(({ tone }) => tone !== 'plain')
    .map(({ text, tone }) => `${tone}:${text}`)

test('words, strings, numbers and comments', () => {
  expect(tones(`const x = 'a\\'b' + 42 // why`, 'ts')).toEqual([
    'keyword:const',
    "string:'a\\'b'",
    'number:42',
    'comment:// why',
  ])
  expect(tones('def f(): # no', 'python')).toEqual(['keyword:def', 'comment:# no'])
})

test('a comment and a template stay open over lines', () => {
  const open = highlightLine('a /* b', 'ts', 'code')
  expect(open.state).toBe('block_comment')
  expect(highlightLine('c */ let d', 'ts', open.state)).toMatchObject({ state: 'code' })
  expect(highlightLine('`one', 'ts', 'code').state).toBe('template')
})

test('an unknown language stays plain; a diff has its two colours', () => {
  expect(tones('let x', 'brainfuck')).toEqual([])
  expect(['+a', '-b', '@@ x', ' c'].map(diffTone)).toEqual(['added', 'removed', 'accent', 'plain'])
})

test('no character is lost or made up', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('ts', 'py', 'sql', 'sh', 'x', 'diff'),
      fc.constantFrom('code' as const, 'block_comment' as const, 'template' as const),
      (line, language, state) => {
        expect(textOfRow(highlightLine(line, language, state).row)).toBe(line)
      },
    ),
  )
})
