import { SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { hold, message, run, scene, storyOf, viewer } from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

type Edit = Extract<SessionInput, { type: 'queue_edit_submitted' }>

const edit = (name: string, how: Edit['edit'], refusal: Edit['refusal'] = null): SessionInput => ({
  type: 'queue_edit_submitted',
  id: SubmissionId.parse('sb_edit'),
  from: viewer,
  of: SubmissionId.parse(name),
  edit: how,
  refusal,
})

const waiting = [...scene, message('sb_run'), message('sb_a'), message('sb_b'), message('sb_c')]

const queueAfter = (how: SessionInput) =>
  run([...waiting, how]).state.queue.map(({ submission_id, items }) =>
    `${submission_id} ${JSON.stringify(items)}`.replace(/^sb_(.) .*"text":"(.*?)".*$/, '$1 $2'),
  )

test('a message that waits gets other words, another place, or goes', () => {
  const text = { type: 'text', text: 'new' } as const
  expect(queueAfter(edit('sb_b', { kind: 'replace', items: [text] }))).toEqual(['a sb_a', 'b new', 'c sb_c'])
  expect(queueAfter(edit('sb_b', { kind: 'remove' }))).toEqual(['a sb_a', 'c sb_c'])
  expect(queueAfter(edit('sb_c', { kind: 'move', to: 0 }))).toEqual(['c sb_c', 'a sb_a', 'b sb_b'])
  expect(queueAfter(edit('sb_a', { kind: 'move', to: 99 }))).toEqual(['b sb_b', 'c sb_c', 'a sb_a'])
})

test('an edit is logged before it is accepted, and the queue is told', () => {
  expect(storyOf([...waiting, edit('sb_b', { kind: 'remove' })]).effects).toEqual([
    'log dropped',
    'accept started',
    'queue_changed',
  ])
  expect(storyOf([...waiting, edit('sb_b', { kind: 'move', to: 0 })]).effects[0]).toBe('log moved')
})

test('a held message can be edited; one that went into a turn, or too large a replacement, is refused', () => {
  expect(storyOf([...scene, hold(), message('sb_a'), edit('sb_a', { kind: 'remove' })]).effects).toEqual([
    'log dropped',
    'accept started',
    'queue_changed',
  ])
  expect(storyOf([...waiting, edit('sb_run', { kind: 'remove' })]).effects).toEqual(['reject not_queued'])
  const tooLarge = edit(
    'sb_a',
    { kind: 'replace', items: [{ type: 'text', text: '' }] },
    { code: 'input_too_large', message: '' },
  )
  expect(storyOf([...waiting, tooLarge]).effects).toEqual(['reject input_too_large'])
})
