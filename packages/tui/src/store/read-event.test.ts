import { RequestId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'

const kinds = (screen: on.TestScreen) => screen.printed().map(({ kind }) => kind)

test('a turn becomes cells in the order in which it happened, each once', () => {
  const screen = on
    .openScreen()
    .see(
      on.started,
      on.said('Add a parser.'),
      on.delta(0, 'I will '),
      on.delta(7, 'look.'),
      on.answered('I will look.'),
      on.runs('ls'),
      on.ran('ls', 'a.ts'),
      on.answered('Done.', 'a2'),
      on.completed,
    )
  expect(kinds(screen)).toEqual(['thread', 'user', 'agent', 'exec', 'agent'])
  expect(screen.state()).toMatchObject({ live: [], outbox: [], turn: null })
})

test('an approval waits until somebody answers, here or elsewhere', () => {
  const screen = on.openScreen().see(on.started, on.asks)
  expect(screen.state().approvals).toHaveLength(1)
  screen.see({ type: 'approval_resolved', request_id: RequestId.parse('rq_1'), decision: 'denied' })
  expect(screen.state().approvals).toEqual([])
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'approval', decision: 'denied' })
})

test('NET-01: what is held is shown until it is released', () => {
  const screen = on.openScreen().see(on.held)
  expect(screen.frame()).toContain('held and then the docs')
  if (on.held.type !== 'input_held') throw new Error('the fixture changed')
  const { sequence_id, submission_id } = on.held
  screen.see({ type: 'input_released', sequence_id, submission_ids: [submission_id], by: 'driver' })
  expect(screen.frame()).not.toContain('held')
})

test('a turn that ends early takes what ran with it and says why', () => {
  const screen = on.openScreen().see(on.started, on.runs('sleep 9'), {
    type: 'turn_aborted',
    turn_id: on.turnId,
    reason: 'daemon_restarted',
  })
  expect(screen.state()).toMatchObject({ live: [], turn: null })
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'notice', tone: 'bad', text: expect.stringContaining('go on') })
})

test('without a model the first run asks; a thread that is known does not ask again', () => {
  const screen = on.newScreen().see(on.configured({}))
  expect(screen.state().panel).toMatchObject({ kind: 'setup' })
  screen.press('5').see(on.configured({}))
  expect(screen.state().panel).toEqual({ kind: 'none' })
})

test('pins are told with what they hold, and with a warning where no compaction has room for them', () => {
  const pin = { kind: 'fact', text: 'The port is 4711.' } as const
  const told = (pins: number, tokens: number) => {
    const each = Array.from({ length: pins }, () => ({ pin, tokens: tokens / pins }))
    return on.openScreen().see({ type: 'pins_changed', pins: each, tokens, room_tokens: 100 }).printed().at(-1)
  }
  expect(told(0, 0)).toMatchObject({ tone: 'quiet', text: 'Nothing is pinned.' })
  expect(told(1, 9)).toMatchObject({ tone: 'quiet', text: '1 pin holds ~9 of ~100 tokens.' })
  expect(told(2, 200)).toMatchObject({ tone: 'warn', text: expect.stringContaining('until something is unpinned') })
})

test('another model of the same thread is told, once', () => {
  const screen = on.openScreen().see(on.configured({ model: 'gpt-5.2-mini' }), on.configured({ model: 'gpt-5.2-mini' }))
  const told = screen.printed().filter((cell) => cell.kind === 'notice')
  expect(told).toEqual([{ kind: 'notice', tone: 'quiet', text: 'The model is gpt-5.2-mini from the next turn on.' }])
})

test('what was asked for while a message streams is seen at once, and printed behind the message', () => {
  const screen = on.openScreen({ columns: 80, rows: 40 }).see(on.started, on.delta(0, 'A long answer'))
  screen.press('/status').press('\r')
  expect(screen.frame()).toMatch(/A long answer(?:.|\n)*Status\n\s+thread/)
  expect(screen.printed().map(({ kind }) => kind)).not.toContain('table')
  screen.see(on.answered('A long answer, whole.'), on.completed)
  expect(
    screen
      .printed()
      .slice(-2)
      .map(({ kind }) => kind),
  ).toEqual(['agent', 'table'])
})

test('why a turn ended is told once, whether the fault was told before it or not', () => {
  const words = 'Cannot reach it.'
  const ended = { type: 'turn_aborted', turn_id: on.turnId, reason: 'provider_unreachable', message: words } as const
  const told = (screen: on.TestScreen) =>
    screen.printed().flatMap((cell) => (cell.kind === 'notice' ? [cell.text] : []))
  const end = 'The turn ended early (provider unreachable).'
  const fault = { type: 'error', code: 'provider_unreachable', message: words } as const
  expect(told(on.openScreen().see(on.started, fault, ended))).toEqual([words, end])
  expect(told(on.openScreen().see(on.started, ended))).toEqual([`${end} ${words}`])
  // The fault of an earlier turn is not this one's.
  expect(told(on.openScreen().see(on.started, fault, ended, on.started, ended)).at(-1)).toBe(`${end} ${words}`)
})

test('what is waited for, and for how long, is told on each wait', () => {
  const fault = { type: 'stream_error', message: 'Cannot reach it.', attempt: 2, retry_in_ms: 1_449 } as const
  expect(on.openScreen().see(on.started, fault).printed().at(-1)).toMatchObject({
    text: 'Cannot reach it. Trying again in 1.4 s (2).',
  })
})
