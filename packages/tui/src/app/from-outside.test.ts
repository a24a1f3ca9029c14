import { ThreadId, type ThreadInfo } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { threadChoice } from './from-outside.ts'

const thread: ThreadInfo = {
  thread_id: ThreadId.parse('th_1'),
  cwd: '/quay',
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:30:00.000Z',
  first_words: '',
  archived: false,
  bytes: 9,
}

test('a thread is told by its name, else its first words, with what is unread of its log', () => {
  expect(threadChoice(thread)).toEqual({ id: 'th_1', when: '2026-01-02 10:30', text: '(nothing said yet)' })
  expect(threadChoice({ ...thread, first_words: 'Fix it' })).toMatchObject({ text: 'Fix it' })
  expect(threadChoice({ ...thread, name: 'Date', unread_bytes: 5 })).toMatchObject({ text: 'Date', unreadBytes: 5 })
})
