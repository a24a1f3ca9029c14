import { expect, test } from 'vitest'
import { createHeldRecords } from './claude-held.ts'
import { claudeRecord } from './claude-record.ts'

const pushAll = (texts: readonly (readonly [role: 'user' | 'assistant', text: string])[], bounds = {}) => {
  const held = createHeldRecords({ results: 1_000_000, others: 1_000_000, words: 1_000_000, ...bounds })
  texts.forEach(([type, content], index) => {
    const record = claudeRecord(
      { type, uuid: `r${index}`, message: { content: [{ type: 'text', text: content }] } },
      { line: 1, at: 0 },
      null,
    )
    if (record !== null) held.push(record)
  })
  return held.all()
}

const texts = Array.from(
  { length: 10 },
  (_, index) => [index % 2 === 0 ? 'user' : 'assistant', 'x'.repeat(700)] as const,
)

test('within the bounds all is held', () => {
  expect(pushAll(texts)).toMatchObject({ emptied: 0, shortened: 0 })
})

test('beyond them the oldest are emptied, the words of the user apart; the chain stays', () => {
  const { records, emptied } = pushAll(texts, { others: 3_000 })
  expect(emptied).toBe(2)
  expect(records.map(({ drafts }) => drafts.length).join('')).toBe('1010111111')
  expect(
    pushAll(texts, { words: 3_000 })
      .records.map(({ drafts }) => drafts.length)
      .join(''),
  ).toBe('0101111111')
})

test('large results are shortened before anything is let go', () => {
  const held = createHeldRecords({ results: 6_000, others: 1_000_000, words: 1_000_000 })
  for (const id of ['a', 'b']) {
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'x'.repeat(5_000) }]
    const record = claudeRecord({ type: 'user', uuid: id, message: { content } }, { line: 3, at: 0 }, null)
    if (record !== null) held.push(record)
  }
  const { records, shortened, emptied } = held.all()
  expect([shortened, emptied]).toEqual([1, 0])
  expect(JSON.stringify(records[0])).toContain('characters more on line 3 of the file')
})
