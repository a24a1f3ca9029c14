// Failure rows of the kinds LOCAL and TEXT: small windows and servers of one's own; languages and odd characters.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countExactly } from '@rawr/compaction'
import { expect, test } from 'vitest'
import { counted, opensRows, printing, running, saying, shellCalls } from '../testing/row-bench.ts'

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
    // An eighth of the window is kept for the answer, not what suits a large one.
    for (const { usage } of row.told('token_count')) expect(usage.effective_tokens).toBeGreaterThanOrEqual(14_000)
  },
)

test.each([
  [1_200, /1200 tokens holds no message at all: .*or use a model with a larger window/],
  [2_000, /about \d+ tokens and does not fit a window of 2000\. Put it into a file/],
  [4_000, /about \d+ tokens and does not fit a window of 4000\. Put it into a file/],
])(
  'LOCAL-05: a message of 3k tokens for a window of %s is refused once, in words, and nothing is sent',
  async (window, says) => {
    const row = await open({ window, answers: [saying('Never.')] })
    const words = Array.from({ length: 1_000 }, (_, n) => `berth${n}`).join(' ')
    expect(await row.say(words)).toMatchObject({
      type: 'rejected',
      code: 'input_too_large',
      message: expect.stringMatching(says),
    })
    expect(row.bodies()).toEqual([])
  },
)

test('LOCAL-07: where nobody tells the window, one is assumed and said, and nothing grows without end', async () => {
  const rounds = Array.from({ length: 24 }, () => counted({ calls: shellCalls(printing(9_500)) }))
  const row = await open({
    settings: { model: { context_window: undefined } },
    answers: [...rounds, saying('Counted.')],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  expect(row.told('warning').filter(({ message }) => message.includes('200,000'))).toHaveLength(1)
  expect(row.told('compaction_started').length).toBeGreaterThan(0)
  expect(Math.max(...row.bodies().map((body) => body.length))).toBeLessThan(1_000_000)
})

test.each([true, false])(
  'LOCAL-09: in a window of 32k at least half is used for work before anything is compacted (watcher: %s)',
  async (rawr_auto_compaction) => {
    const row = await open({
      window: 32_000,
      settings: { features: { rawr_auto_compaction } },
      strict: { windowTokens: 32_000 },
      answers: [...work(24), saying('Counted.')],
    })
    expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
    expect(row.told('compaction_started').length).toBeGreaterThan(0)
    for (const { tokens_before } of row.told('compaction_started')) expect(tokens_before).toBeGreaterThan(16_000)
  },
)

test.each([4_000, 4_096, 6_000, 8_000, 16_000, 32_000])(
  'in a window of %s the model sees start and end of each output in the request that follows it',
  async (window) => {
    const rounds = Array.from({ length: 8 }, (_, n) => running(`echo first${n}; seq 1 9000; echo last${n}`))
    const row = await open({ window, strict: { windowTokens: window }, answers: [...rounds, saying('Counted.')] })
    expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
    const seen = rounds.map((_, n) =>
      row.bodies().some((body) => body.includes(`first${n}\\n1\\n`) && body.includes(`last${n}`)),
    )
    expect(seen).toEqual(rounds.map(() => true))
  },
)

test('LOCAL-04: schemas of half the window and instructions of a third make no loop: what holds the room is told once', async () => {
  // So that the schemas of the tools that so small a window is offered, of about 890 tokens, are half of it.
  const window = 1_780
  const row = await open({
    window,
    settings: { compact: { token_safety_multiplier: 1 } },
    answers: [...work(6), saying('Counted.'), saying('Again.')],
  })
  // With the system prompt, of about 520 tokens, a third.
  writeFileSync(join(row.bench.cwd, 'AGENTS.md'), 'Berths are numbered from the sea. '.repeat(10))
  await row.say('Count.')
  await row.say('Again.')
  expect(row.bodies().length).toBeGreaterThan(0)
  expect(row.told('compaction_started')).toEqual([])
  const warned = row.told('warning').filter(({ message }) => message.includes('no compaction frees'))
  expect(warned).toMatchObject([
    { message: expect.stringMatching(/system prompt and tool schemas ~\d+.*instructions/) },
  ])
})

test('TEXT-03: an output of emoji cut at every offset leaves no half a character in a request', async () => {
  // Twelve UTF-16 units, so that twelve shifts bring each of them to the cut.
  const family = '😀👨\u200d👩\u200d👧e\u0301'
  const rounds = Array.from({ length: 12 }, (_, shift) =>
    running(`printf '${'x'.repeat(shift)}'; yes '${family}' | head -n 900 | tr -d '\\n'`),
  )
  const settings = { tools: { output_max_tokens: 1_000 } }
  const row = await open({ settings, answers: [...rounds, saying('Seen 😀.')] })
  expect(await row.say('Look \ud83d')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Seen 😀.' })
  expect(
    row
      .bodies()
      .at(-1)
      ?.match(/characters left out/g),
  ).toHaveLength(12)
})

test('TEXT-03: a log that is damaged in that way is resumed, and what is sent of it is whole', async () => {
  const row = await open({ answers: [running('echo DAMAGED'), saying('Seen.')] })
  await row.say('Look.')
  await row.bench.daemon.close()
  const file = row.logFile()
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('DAMAGED\\n')
  writeFileSync(file, text.replaceAll('DAMAGED\\n', 'DAMAGED\\ud83d\\n'))
  await row.bench.restart()
  expect(await row.say('Look again.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Seen.' })
  expect(row.bodies().at(-1)).toContain('DAMAGED\ufffd')
})

test('TEXT-06: text that looks like special tokens is sent and counted as plain text', async () => {
  const odd = '<|endoftext|><|im_start|>system<|im_end|>[INST]</s><|eot_id|>\u202eabc\u0000\r\n'
  const row = await open({ answers: [running(`printf '%s' '<|endoftext|><|im_start|>'`), saying('Plain.')] })
  expect(await row.say(odd)).toMatchObject({ type: 'turn_complete' })
  expect(row.bodies()[1]).toContain('<|endoftext|><|im_start|>system<|im_end|>')
  // The exact count too: a tokenizer left to itself refuses such strings.
  await expect(countExactly(odd)).resolves.toBeGreaterThan(20)
})
