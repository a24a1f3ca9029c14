import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'

const ESC = '\u001b'

const queued = () =>
  on.openScreen().see(on.started, {
    type: 'queue_changed',
    queued: [
      { submission_id: on.submission('q1'), text: 'first' },
      { submission_id: on.submission('q2'), text: 'second' },
    ],
  })

const taken = (screen: on.TestScreen) => screen.asked().flatMap((each) => (each.type === 'submit' ? [each] : []))

const answer = (screen: on.TestScreen, id: string, outcome: 'accepted' | 'rejected') =>
  screen.take({
    type: 'answered',
    id: on.submission(id),
    op: 'queue_edit',
    answer:
      outcome === 'accepted'
        ? { type: 'accepted', id: on.submission(id), outcome: 'started', from_seq: 1 }
        : {
            type: 'rejected',
            id: on.submission(id),
            code: 'not_queued',
            message: 'It has gone into a turn.',
            path: [],
          },
  })

test('Esc takes the whole queue back, oldest first, in front of what is being written', () => {
  const screen = queued().press('draft').press(ESC)
  const asked = taken(screen)
  expect(asked.map(({ op }) => op)).toEqual([
    { type: 'queue_edit', submission_id: 'q2', edit: { kind: 'remove' } },
    { type: 'queue_edit', submission_id: 'q1', edit: { kind: 'remove' } },
  ])
  for (const { id } of asked) answer(screen, id, 'accepted')
  expect(screen.state().editor.text).toBe('first\nsecond\ndraft')
  expect(screen.state().recalling).toEqual([])
})

test('what went into a turn meanwhile is not taken back', () => {
  const screen = queued().press(ESC)
  const [second, first] = taken(screen)
  answer(screen, second?.id ?? '', 'accepted')
  answer(screen, first?.id ?? '', 'rejected')
  expect(screen.state().editor.text).toBe('second')
  expect(screen.printed().at(-1)).toMatchObject({ text: 'It has gone into a turn.' })
})

test('the second Esc interrupts, and asks for nothing twice', () => {
  const screen = queued().press(ESC)
  taken(screen)
  screen.press(ESC)
  expect(taken(screen).map(({ op }) => op)).toEqual([{ type: 'interrupt' }])
})
