import { expect, test } from 'vitest'
import { sessionBench } from '../testing/index.ts'

test('a client is told the prompts with the thread’s own values in them, and opens no file', () => {
  const { events } = sessionBench()
  const configured = events.flatMap(({ msg }) => (msg.type === 'session_configured' ? [msg] : []))[0]
  expect(configured).toMatchObject({ resumed: false, context_window: 100_000 })
  expect(configured?.prompts?.packet).toContain(configured?.prompts?.scratch_file)
  expect(configured?.prompts?.max_tail_chars).toBe(1_200)
})
