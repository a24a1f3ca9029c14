import { EventMsg, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import type { Story } from './story.ts'
import { eventsInWords, storyInWords } from './words.ts'

const story: Story = {
  salt: 1,
  clients: 1,
  window: 4_000,
  rules: 'short',
  wire: 'chat',
  approvals: 'never',
  watcher: true,
  mode: 'auto',
  remote: false,
  answers: [
    { says: 'calls', calls: ['read', 'wait'], usage: 'none' },
    { says: 'text', calls: ['read'], usage: 'zero' },
  ],
  steps: [
    { do: 'say', client: 0, size: 'short', steers: false },
    { do: 'say', client: 0, size: 'long', steers: true },
    { do: 'work', tasks: 1, salt: 3 },
    { do: 'hold', client: 0, ms: 50 },
    { do: 'kill' },
  ],
}

test('a story is told line by line', () => {
  expect(storyInWords(story).split('\n')).toEqual([
    '1 client, window 4000, rules short, chat, approvals never, watcher on',
    'the model: calls(read wait) · text [zero]',
    '1. client 0 says something short',
    '2. client 0 steers something long',
    '3. 1 thing happen',
    '4. hold (client 0, ms 50)',
    '5. kill',
  ])
  expect(storyInWords({ ...story, answers: [] })).toContain('the model answers in plain words')
})

test('what is set apart from the usual is told, too', () => {
  const compact = { do: 'compact', client: 0, plan: 'none', strategy: 'micro', with: 'nothing' } as const
  expect(storyInWords({ ...story, mode: 'full', remote: true, steps: [compact] })).toMatch(
    /watcher on, mode full, remote compaction\n.*\n1\. compact \(client 0, plan none, strategy micro\)$/,
  )
})

test('events are told by number, name and whose they are', () => {
  const event = {
    type: 'event',
    thread_id: ThreadId.parse('th'),
    msg: EventMsg.parse({ type: 'shutdown_complete' }),
  } as const
  expect(
    eventsInWords([
      { ...event, seq: 1, id: null },
      { ...event, seq: 2, id: SubmissionId.parse('sb') },
    ]),
  ).toBe('1 shutdown_complete\n2 shutdown_complete of sb')
})
