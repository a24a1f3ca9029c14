import type { Rejected, SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { wholeText } from '../composer/editor.ts'
import * as on from '../testing/screens.ts'

const rejected = (id: SubmissionId): Rejected => ({
  type: 'rejected',
  id,
  code: 'busy',
  message: 'The daemon is busy.',
  path: [],
})

const sent = (screen: on.TestScreen): SubmissionId => screen.state().sending[0]?.id ?? on.submission('none')

test('what is refused comes back to the composer, in front of what was written meanwhile', () => {
  const screen = on.openScreen().press('first').press('\r').press('second')
  const id = sent(screen)
  screen.take({ type: 'answered', id, op: 'user_turn', answer: rejected(id) })
  expect(screen.state().sending).toEqual([])
  expect(wholeText(screen.state().editor)).toBe('first\nsecond')
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'notice', text: 'Not sent: The daemon is busy.' })
})

test('what was never answered comes back when the link is gone for good', () => {
  const screen = on.openScreen().press('one').press('\r').press('two').press('\r')
  screen.take({ type: 'link', link: { name: 'closed', message: 'no socket' }, me: null })
  expect(wholeText(screen.state().editor)).toBe('one\ntwo')
  expect(screen.state().sending).toEqual([])
})

test('a sent message is shown as being sent until its own event comes', () => {
  const screen = on.openScreen().press('hello').press('\r')
  expect(screen.frame()).toContain('sending hello')
  const id = sent(screen)
  screen.take({
    type: 'answered',
    id,
    op: 'user_turn',
    answer: { type: 'accepted', id, outcome: 'started', from_seq: 3 },
  })
  expect(screen.frame()).toContain('sending hello')
  screen.see(on.started, on.said('hello', 'user', id))
  expect(screen.frame()).not.toContain('sending')
})

test('another thread forgets the first, and loses nothing that was not printed', () => {
  const screen = on.openScreen().see(on.started, on.delta(0, 'half a sentence'))
  screen.take({ type: 'thread_opened', isResumed: true })
  expect(screen.state()).toMatchObject({ thread: null, turn: null, live: [], usage: null, marks: [] })
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'agent', text: 'half a sentence' })
})

test('a lost link counts down and is told', () => {
  const screen = on.openScreen()
  screen.take({ type: 'link', link: { name: 'lost', message: 'closed', retryAt: 3_000 }, me: null })
  expect(screen.frame()).toContain('reconnecting in 3 s')
  expect(screen.wait(3_500).frame()).toContain('reconnecting…')
})

test('a script says one line a turn, and waits for whoever drives the screen', () => {
  const screen = on.newScreen({ columns: 80, rows: 24 }, ['one', 'two'])
  const next = () => screen.take({ type: 'script', at: 1, next: on.submission('sb_s') })
  next()
  expect(screen.asked()).toEqual([])
  screen.see(on.configured())
  next()
  next()
  expect(screen.asked()).toMatchObject([{ type: 'say', op: { items: [{ text: 'one' }] } }])
  screen.see(on.started, on.said('one', 'user', on.submission('sb_s')))
  next()
  expect(screen.asked()).toEqual([])
  screen.see(on.completed)
  next()
  expect(screen.asked()).toMatchObject([{ type: 'say', op: { items: [{ text: 'two' }] } }])
})

test('a thread that is opened again is called resumed, though its log begins with the words of a new one', () => {
  const screen = on.newScreen()
  screen.take({ type: 'thread_opened', isResumed: true })
  screen.see(on.configured({ model: 'm' }))
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'thread', resumed: true })
})
