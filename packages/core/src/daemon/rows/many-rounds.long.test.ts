// Failure rows that take many rounds: OVER-16 and TEXT-01.
import { countExactly, estimateText } from '@rawr/compaction'
import { expect, test } from 'vitest'
import { opensRows, running, saying } from '../testing/row-bench.ts'

const open = opensRows()

const countOf = (text: string, part: string): number => text.split(part).length - 1

test('OVER-16: sixty rounds for one message in a window of 8k: the task stays word for word, and the turn ends', async () => {
  const rounds = Array.from({ length: 60 }, (_, n) => running(`seq ${n * 100} ${n * 100 + 300}`))
  const row = await open({
    window: 8_000,
    strict: { windowTokens: 8_000 },
    answers: [...rounds, saying('All counted.')],
  })
  const task = 'TASK-16: count every berth, one by one, and write nothing down.'
  expect(await row.say(task)).toMatchObject({ type: 'turn_complete', last_agent_message: 'All counted.' })
  expect(row.told('context_compacted').length).toBeGreaterThan(1)
  // As a message of its own: a handoff names it too, inside its fence.
  const bodies = row.bodies()
  for (const body of bodies) expect(countOf(body, JSON.stringify({ type: 'input_text', text: task }))).toBe(1)
  // Cuts lie between rounds: what was done last stays as it is.
  for (const body of bodies.slice(1)) expect(body).toContain('"type":"function_call_output"')
})

test('TEXT-01: a session in Chinese is counted within a fifth of the tokenizer, and compacted before its window is full', async () => {
  const text = '海港的泊位从海边开始编号，每一个泊位都要数一遍，然后写进表格里。'.repeat(40)
  expect(estimateText(text, 'result') / (await countExactly(text))).toBeGreaterThan(0.8)
  expect(estimateText(text, 'result') / (await countExactly(text))).toBeLessThan(1.2)
  const say = `yes '海港的泊位从海边开始编号。' | head -n 90 | tr -d '\\n'`
  const rounds = Array.from({ length: 24 }, (_, n) => running(`${say}; echo ${n}`))
  // A character of Chinese is about a token for many models: three bytes, so the server counts four bytes as more than one.
  const row = await open({ window: 16_000, strict: { windowTokens: 16_000 }, answers: [...rounds, saying('数完了。')] })
  expect(await row.say('请数一数泊位。')).toMatchObject({ type: 'turn_complete', last_agent_message: '数完了。' })
  expect(row.told('context_compacted').length).toBeGreaterThan(0)
  // None of them because the provider refused.
  expect(row.told('compaction_started').filter(({ trigger }) => trigger === 'overflow')).toEqual([])
})
