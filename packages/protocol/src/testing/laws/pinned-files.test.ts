import { expect, test } from 'vitest'
import { breachText } from './breach.ts'
import { checkPinnedFiles } from './pinned-files.ts'
import { began, type Draft, logOf, result, words, writes } from './testing/lines.ts'

const reads = (id: string, call_id: string, path: string, origin: 'assistant' | 'packet' = 'assistant'): Draft => [
  'response_item',
  {
    type: 'function_call',
    name: 'read',
    arguments: JSON.stringify({ path }),
    call_id,
    meta: { id, at: 1, origin },
  },
]

const pinned: Draft = ['pins', { pins: [{ kind: 'file', path: 'a.ts' }] }]
const twice = [
  reads('i1', 'c1', 'a.ts'),
  result('i2', 'c1'),
  reads('i3', 'c2', 'a.ts'),
  result('i4', 'c2'),
  words('i5', 'Go.'),
]

const keeps = (...ranges: readonly (readonly [string, string])[]): Draft =>
  writes('k1', { view: { through: 'i5', entries: ranges.map(([first, last]) => ({ kind: 'keep', first, last })) } })

const breaches = (...drafts: readonly Draft[]) => checkPinnedFiles(logOf(began, ...twice, ...drafts)).map(breachText)

test('L5: the newest view of a pinned file is whole in the view, call and result', () => {
  expect(breaches(pinned, keeps(['i3', 'i4']))).toEqual([])
  expect(breaches(keeps(['i5', 'i5']))).toEqual([])
  expect(breaches(pinned, keeps(['i1', 'i3']))).toEqual([
    'L5 line 7: i4 of the pinned file a.ts is not whole in the view',
  ])
})

test('L5: a file that no call names is not judged', () => {
  expect(breaches(['pins', { pins: [{ kind: 'file', path: 'b.ts' }] }], keeps(['i5', 'i5']))).toEqual([])
})

test('L5: where a patch that names the file came later, the older view is not asked for', () => {
  const patch: Draft = [
    'response_item',
    {
      type: 'function_call',
      name: 'apply_patch',
      arguments: JSON.stringify({ patch: '*** Begin Patch\n*** Update File: a.ts\n*** End Patch' }),
      call_id: 'c3',
      meta: { id: 'i6', at: 1, origin: 'assistant' },
    },
  ]
  expect(breaches(patch, pinned, keeps(['i5', 'i5']))).toEqual([])
})

test('L5: a call that was refused or cut off shows nothing of the file', () => {
  const refused: Draft = [
    'response_item',
    {
      type: 'function_call_output',
      call_id: 'c4',
      output: 'Only the notes may be written now.',
      success: false,
      meta: { id: 'i7', at: 1, origin: 'tool' },
    },
  ]
  const later = [
    reads('i6', 'c4', 'a.ts', 'packet'),
    refused,
    reads('i8', 'c5', 'a.ts'),
    result('i9', 'c5', 'aborted: the turn ended'),
  ]
  expect(breaches(...later, pinned, keeps(['i3', 'i4']))).toEqual([])
  expect(breaches(...later, pinned, keeps(['i6', 'i9']))).toHaveLength(2)
})

test('L5: a call that served a compaction and did what it says is the newest as any other', () => {
  const later = [reads('i6', 'c4', 'a.ts', 'packet'), result('i7', 'c4')]
  expect(breaches(...later, pinned, keeps(['i6', 'i7']))).toEqual([])
  expect(breaches(...later, pinned, keeps(['i3', 'i4']))).toHaveLength(2)
})
