import { visibleTokens } from '@rawr/compaction'
import { expect, test } from 'vitest'
import { importRecords } from './import/testing/imported.ts'
import { recordedState } from './recorded-usage.ts'

const line = (type: string, payload: object) => ({ timestamp: '2026-03-04T05:06:07Z', type, payload })
const said = (role: string, text: string) =>
  line('response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })
const usage = (input: number, output: number) =>
  line('event_msg', {
    type: 'token_count',
    info: {
      last_token_usage: { input_tokens: input, output_tokens: output },
      total_token_usage: { total_tokens: input + output },
    },
  })
const state = async (records: readonly object[]) => recordedState(await importRecords(records), 100_000)

test('used is the last report and an estimate of what came since; the floor is what no item explains', async () => {
  const reported = await state([said('user', 'Hello.'), said('assistant', 'Hello.'), usage(5_000, 10)])
  expect(reported.usage).toMatchObject({ used_tokens: 5_010, source: 'reported', window_tokens: 100_000 })
  expect(reported.usage.floor_tokens).toBe(5_010 - visibleTokens(reported.history))
  const later = await state([
    said('user', 'Hello.'),
    said('assistant', 'Hello.'),
    usage(5_000, 10),
    said('user', 'x '.repeat(500)),
  ])
  const since = visibleTokens(later.history) - visibleTokens(reported.history)
  expect(later.usage).toMatchObject({ used_tokens: 5_010 + since, floor_tokens: reported.usage.floor_tokens })
})

test('without a report all is an estimate', async () => {
  const { history, usage: told } = await state([said('user', 'Hello.')])
  expect(told).toMatchObject({ used_tokens: visibleTokens(history), floor_tokens: 0, source: 'divisors' })
})

test('a report from before a compaction gives the floor, and nothing else', async () => {
  const before = [said('user', 'Hello.'), said('assistant', 'a long story '.repeat(300)), usage(9_000, 900)]
  const { history, usage: told } = await state([
    ...before,
    line('compacted', { message: 'It was long.', replacement_history: null }),
  ])
  expect(told.floor_tokens).toBeGreaterThan(8_000)
  expect(told).toMatchObject({ used_tokens: told.floor_tokens + visibleTokens(history), source: 'divisors' })
})

test('the floor is asked of the reports with the least in view', async () => {
  const long = said('assistant', 'a long story '.repeat(3_000))
  // The estimate of the long story is too high by more than the floor: the later reports would say that there is none.
  const { usage: told } = await state([
    said('user', 'Hello.'),
    said('assistant', 'Hi.'),
    usage(5_000, 0),
    long,
    usage(6_000, 0),
  ])
  expect(told.floor_tokens).toBeGreaterThan(4_900)
})
