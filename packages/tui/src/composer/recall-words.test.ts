import { expect, test } from 'vitest'
import { recallOf } from './recall-words.ts'

const blob = 'ab12'.repeat(16)

const rows: readonly (readonly [string, unknown])[] = [
  ['i7', { target: { kind: 'id', id: 'i7' } }],
  ['i7-ia', { target: { kind: 'id', id: 'i7-ia' } }],
  ['i7..i9', { target: { kind: 'id', id: 'i7..i9' } }],
  [blob, { target: { kind: 'id', id: blob } }],
  ['@src/quay.ts', { target: { kind: 'path', path: 'src/quay.ts' } }],
  ['berth 7', { target: { kind: 'search', text: 'berth 7' } }],
  ['ia-ic', { target: { kind: 'id', id: 'ia-ic' } }],
  ['is', { target: { kind: 'search', text: 'is' } }],
  ['berth 7 --page 3', { target: { kind: 'search', text: 'berth 7' }, page: 3 }],
]

test.each(rows)('/recall %s', (line, expected) => {
  expect(recallOf(line.split(' '))).toEqual({ ok: true, value: { type: 'recall', ...(expected as object) } })
})

test.each(['', '@', 'berth --page', 'berth --page 0', 'berth --page x', 'berth --page 2 3', 'x'.repeat(501)])(
  '/recall %s says what it takes',
  (line) => {
    expect(recallOf(line.split(' ').filter((word) => word !== ''))).toMatchObject({ ok: false })
  },
)
