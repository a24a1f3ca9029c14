import { expect, test } from 'vitest'
import { createCodexEvents } from './codex-events.ts'
import { createCodexUsage } from './codex-usage.ts'
import { createItemLog } from './item-log.ts'

const originAfter = (event: object): string | undefined => {
  const log = createItemLog()
  const events = createCodexEvents(log, createCodexUsage(log))
  const content = [{ type: 'input_text' as const, text: '<b>go</b>' }]
  const id = log.append({ type: 'message', role: 'user', content }, 'context', { line: 1, at: 0 })
  if (id !== null) events.message(id, '<b>go</b>')
  events.take({ type: 'user_message', ...event })
  return log.built().items[0]?.meta.origin
}

test('an event with the same words makes them the user’s, unless it says they were injected', () => {
  expect(originAfter({ message: '<b>go</b>\n' })).toBe('user')
  expect(originAfter({ message: '<b>go</b>', kind: 'plain' })).toBe('user')
  expect(originAfter({ message: '<b>go</b>', kind: 'environment_context' })).toBe('context')
  expect(originAfter({ message: 'other' })).toBe('context')
})
