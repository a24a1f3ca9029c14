// Failure rows of the kinds LOCAL and TEXT: small windows and servers of one's own; languages and odd characters.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { opensRows, running, saying } from '../testing/row-bench.ts'

const open = opensRows()

const work = (rounds: number) => Array.from({ length: rounds }, (_, n) => running(`seq ${n} 600`))

test.each([undefined, 0])(
  'LOCAL-01: a window of 16k with an output limit of %s leaves room for work',
  async (max_output_tokens) => {
    const row = await open({
      window: 16_000,
      strict: { windowTokens: 16_000 },
      settings: { model: max_output_tokens === undefined ? {} : { max_output_tokens } },
      answers: [...work(12), saying('Counted.')],
    })
    expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
    expect(row.told('compaction_started').length).toBeLessThan(12)
  },
)

test.each([2_000, 4_000])(
  'LOCAL-05: a message of 3k tokens for a window of %s is refused once, in words, and nothing is sent',
  async (window) => {
    const row = await open({ window, answers: [saying('Never.')] })
    const words = Array.from({ length: 3_000 }, (_, n) => `berth${n}`).join(' ')
    expect(await row.say(words)).toMatchObject({
      type: 'rejected',
      code: 'input_too_large',
      message: expect.stringContaining(String(window)),
    })
    expect(row.bodies()).toEqual([])
  },
)

test('LOCAL-07: where nobody tells the window, the person is told which one is assumed', async () => {
  const row = await open({ settings: { model: { context_window: undefined } }, answers: [saying('Ahoy.')] })
  await row.say('Ahoy?')
  expect(row.told('warning').filter(({ message }) => message.includes('200,000'))).toHaveLength(1)
})

test('LOCAL-09: in a window of 32k at least half is used for work before anything is compacted', async () => {
  const row = await open({
    window: 32_000,
    strict: { windowTokens: 32_000 },
    answers: [...work(24), saying('Counted.')],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  for (const { tokens_before } of row.told('compaction_started')) expect(tokens_before).toBeGreaterThan(16_000)
})

test('TEXT-03: an output of emoji cut at any offset leaves no half a character in a request', async () => {
  const rounds = [0, 1, 2, 3].map((shift) =>
    running(
      `python3 -c "print('x' * ${shift} + '\\U0001F600\\U0001F468\\u200D\\U0001F469\\u200D\\U0001F467e\\u0301' * 9000)"`,
    ),
  )
  const row = await open({ window: 100_000, answers: [...rounds, saying('Seen 😀.')] })
  expect(await row.say('Look \ud83d')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Seen 😀.' })
})

test('TEXT-06: text that looks like special tokens is sent and counted as plain text', async () => {
  const odd = '<|endoftext|><|im_start|>system<|im_end|>[INST]</s><|eot_id|>\u202eabc\u0000\r\n'
  const row = await open({ answers: [running(`printf '%s' '<|endoftext|><|im_start|>'`), saying('Plain.')] })
  expect(await row.say(odd)).toMatchObject({ type: 'turn_complete' })
  expect(row.bodies()[1]).toContain('<|endoftext|><|im_start|>system<|im_end|>')
})

test('LOCAL-04: schemas of half the window and instructions of a third make no loop: what holds the room is told once', async () => {
  const window = 8_000
  const row = await open({ window, answers: [...work(6), saying('Counted.'), saying('Again.')] })
  writeFileSync(
    join(row.bench.cwd, 'AGENTS.md'),
    'Berths are numbered from the sea. '.repeat(Math.round((window * 0.36 * 4) / 34)),
  )
  await row.say('Count.')
  await row.say('Again.')
  const started = row.told('compaction_started').length
  expect(started).toBeLessThanOrEqual(8)
  const warned = row.told('warning').filter(({ message }) => /largest|tools|instructions/i.test(message))
  expect(warned.length).toBeGreaterThan(0)
  expect(new Set(warned.map(({ message }) => message)).size).toBe(warned.length)
})
