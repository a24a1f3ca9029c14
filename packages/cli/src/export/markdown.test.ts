import { expect, test } from 'vitest'
import { markdownOf } from './markdown.ts'

test('a text with fences of any length stays inside its own', () => {
  const text = 'a\n``````\nb'
  const entry = { kind: 'item', id: 'i1', at: '', origin: 'tool', type: 'message', title: 'tool', text } as const
  const md = markdownOf({ threadId: 'th_1', cwd: '/', createdAt: '' }, [entry])
  expect(md).toContain(`\n${'`'.repeat(7)}\n${text}\n${'`'.repeat(7)}\n`)
})
