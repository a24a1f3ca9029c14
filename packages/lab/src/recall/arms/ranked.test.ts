import { expect, test } from 'vitest'
import { userEvent } from '../event-of-text.ts'
import { ranked } from './ranked.ts'

const count = (text: string): number => text.length
const say = (text: string, id: string) => ({ ...userEvent(text, id), kind: 'say' as const })
const events = [
  say('The loan period is fourteen days for readers.', 'i1'),
  say('The loan period is fourteen days for all readers.', 'i2'),
  say('The branch at the harbour opens at noon.', 'i3'),
  say('Shelves are painted green every spring.', 'i4'),
  userEvent('How long is the loan period for readers at the harbour?', 'i5'),
]
const write = async (budgetTokens: number) => (await ranked.compact({ events, budgetTokens, count, pins: [] })).text

test('what is central and near the last request comes first', async () => {
  expect(await write(120)).toContain('loan period')
})

test('of two that say the same, one is enough', async () => {
  const text = await write(170)
  expect(text.match(/fourteen/g)).toHaveLength(1)
})

test('no more than fits, and nothing of nothing', async () => {
  expect((await write(40)).length).toBeLessThanOrEqual(40)
  expect((await ranked.compact({ events: [], budgetTokens: 10, count, pins: [] })).text).toBe('')
})
