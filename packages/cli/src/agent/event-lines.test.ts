import { CallId, type EventMsg, ItemId, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { lineReader, thousands, usageText } from './event-lines.ts'

const turn_id = TurnId.parse('tn_1')
const call_id = CallId.parse('c1')
const end: Extract<EventMsg, { type: 'exec_command_end' }> = {
  type: 'exec_command_end',
  call_id,
  turn_id,
  command: ['bash', '-lc', 'npm\n  test'],
  exit_code: 0,
  timed_out: false,
  output: '',
  duration_ms: 812,
}

const rows: readonly [EventMsg, ReturnType<ReturnType<typeof lineReader>>][] = [
  [
    { type: 'agent_message', item_id: ItemId.parse('i1'), text: 'Done.\nAll of it.' },
    { to: 'out', text: 'Done.\nAll of it.' },
  ],
  [end, { to: 'err', text: '  ✔ npm test · exit 0 · 0.8 s' }],
  [
    { ...end, exit_code: null, timed_out: true },
    { to: 'err', text: '  ✘ npm test · timed out · 0.8 s' },
  ],
  [
    { ...end, exit_code: null },
    { to: 'err', text: '  ✘ npm test · stopped · 0.8 s' },
  ],
  [
    { type: 'stream_error', message: 'It failed (500): boom', retry_in_ms: 1_449, attempt: 1 },
    { to: 'err', text: 'It failed (500): boom. Trying again in 1.4 s (1).' },
  ],
  [
    { type: 'turn_aborted', turn_id, reason: 'provider_unreachable', message: 'Is the server up?' },
    { to: 'err', text: 'The turn ended early: provider_unreachable. Is the server up?' },
  ],
  [
    {
      type: 'patch_apply_end',
      call_id,
      turn_id,
      paths: ['/home/ada/notes/a.ts', '/etc/b'],
      success: true,
      message: '',
    },
    { to: 'err', text: '  ✔ patch a.ts, /etc/b' },
  ],
  [{ type: 'turn_started', turn_id, origin: 'user' }, null],
]

test.each(rows)('%o', (msg, line) => expect(lineReader('/home/ada/notes')(msg)).toEqual(line))

test('a long command is cut between characters, not inside one', () => {
  const line = lineReader('/')({ ...end, command: ['bash', '-lc', '🦖'.repeat(200)] })
  expect(line?.text.isWellFormed()).toBe(true)
  expect(line?.text).toContain('🦖… · exit 0')
})

test('an estimate is marked, a report is not', () => {
  const usage = {
    used_tokens: 41_900,
    floor_tokens: 0,
    window_tokens: 100_000,
    effective_tokens: 90_000,
    percent_remaining: 53,
  }
  expect(usageText({ ...usage, source: 'divisors' })).toBe('~42k of 100k · 53 % left')
  expect(usageText({ ...usage, source: 'reported' })).toBe('42k of 100k · 53 % left')
  expect(thousands(999)).toBe('999')
})

test('why a turn ended is told once', () => {
  const words = 'Cannot reach it.'
  const fault: EventMsg = { type: 'error', code: 'provider_unreachable', message: words }
  const ended: EventMsg = { type: 'turn_aborted', turn_id, reason: 'provider_unreachable', message: words }
  const read = lineReader('/')
  const end = 'The turn ended early: provider_unreachable.'
  const begun: EventMsg = { type: 'turn_started', turn_id, origin: 'user' }
  const lines = [begun, fault, ended, begun, ended].map((msg) => read(msg)?.text)
  expect(lines).toEqual([undefined, words, end, undefined, `${end} ${words}`])
})
