// Failure rows of the kind OVER: what does not fit.
import { expect, test } from 'vitest'
import { http } from '../../adapters/model/testing/provider-server.ts'
import { counted, opensRows, printing, running, saying, shellCalls, tokensOf } from '../testing/row-bench.ts'

const open = opensRows()

const countOf = (text: string, part: string): number => text.split(part).length - 1

const WORDINGS = [
  [
    'OpenAI',
    { error: { message: 'Your input exceeds the context window of this model.', code: 'context_length_exceeded' } },
  ],
  [
    'vLLM',
    {
      object: 'error',
      message:
        "This model's maximum context length is 4096 tokens. However, your prompt contains at least 5000 input tokens.",
      code: 400,
    },
  ],
  ['a proxy', { error: { message: "Input length (5000) exceeds model's maximum context length (4096)." } }],
  [
    'nobody in particular',
    { error: { message: 'Number of tokens in request (5000) more than max tokens allowed (4096)' } },
  ],
] as const

test.each(WORDINGS)(
  'OVER-06: too long in the words of %s is one forced compaction and one more request',
  async (_provider, body) => {
    const row = await open({
      answers: [
        running('seq 1 4000'),
        running('seq 4000 8000'),
        running('seq 8000 12000'),
        http(400, body),
        saying('It fits.'),
      ],
    })
    expect(await row.say('Count the berths.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'It fits.' })
    expect(row.told('compaction_started').map(({ trigger }) => trigger)).toEqual(['overflow'])
    expect(row.bodies()).toHaveLength(5)
    expect(row.bodies()[4]?.length).toBeLessThan((row.bodies()[3]?.length ?? 0) * 0.9)
  },
)

test('OVER-06: the same wording again without an answer in between ends the turn, and burns no third request', async () => {
  const row = await open({
    answers: [running('seq 1 4000'), running('seq 4000 8000'), running('seq 8000 12000'), http(400, WORDINGS[0][1])],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_aborted', reason: 'context_exhausted' })
  expect(row.bodies()).toHaveLength(5)
})

test('OVER-08: the prompt that met the overflow is sent again exactly once, and stands in the log exactly once', async () => {
  const row = await open({
    answers: [
      running('seq 1 4000'),
      running('seq 4000 8000'),
      running('seq 8000 12000'),
      saying('Counted.'),
      http(400, WORDINGS[0][1]),
      saying('Painted.'),
    ],
  })
  await row.say('Count the berths.')
  expect(await row.say('PROMPT-P: paint them.')).toMatchObject({ last_agent_message: 'Painted.' })
  expect(countOf(row.bodies()[5] ?? '', 'PROMPT-P')).toBe(1)
  expect(row.told('user_message').filter(({ text }) => text.startsWith('PROMPT-P'))).toHaveLength(1)
  const items = row
    .log()
    .split('\n')
    .filter((line) => line.includes('"response_item"') && line.includes('PROMPT-P'))
  expect(items).toHaveLength(1)
})

/** Nothing is compacted before it must be. */
const LATE = {
  features: { rawr_auto_compaction: false },
  compact: { auto_compact_threshold_pct: 1, free_space_buffer: 0 },
}

// Above the window less the reserve nothing is sent (decision 0121): with a limit somewhat below a tenth of it that is 0.9.
test.each([
  { max_output_tokens: 11_900, round: 9_380, share: 0.9 },
  { max_output_tokens: 32_000, round: 8_950, share: 0.85 },
])(
  'OVER-09: at $share of the window an output limit of $max_output_tokens is lowered until all fits; nothing is compacted',
  async ({ max_output_tokens, round, share }) => {
    const window = 128_000
    const row = await open({
      window,
      settings: { ...LATE, model: { max_output_tokens } },
      strict: {
        alsoRefuse: (body) => {
          const asked = (body as { max_output_tokens?: number }).max_output_tokens ?? 0
          return tokensOf(body) + asked > window ? `input and max_output_tokens exceed ${window}` : null
        },
      },
      answers: [
        ...Array.from({ length: 12 }, () => counted({ calls: shellCalls(printing(round)) })),
        saying('It fits.'),
      ],
    })
    expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'It fits.' })
    expect(row.told('compaction_started')).toEqual([])
    const last = row.bodies().at(-1) ?? ''
    expect(tokensOf(last) / window).toBeGreaterThan(share)
    expect((JSON.parse(last) as { max_output_tokens: number }).max_output_tokens).toBeLessThan(max_output_tokens)
  },
)

test('OVER-04: after a compaction the thread that was full answers', async () => {
  const window = 30_000
  const row = await open({
    window,
    settings: { ...LATE, compact: { ...LATE.compact, auto_compact_enabled: false } },
    strict: { windowTokens: window },
    // The last report says more than the gate lets through.
    answers: [
      ...[0, 1, 2].map(() => counted({ calls: shellCalls(printing(6_500)) })),
      counted({ calls: shellCalls('echo the last') }, 5_000),
      saying('ok'),
    ],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_aborted', reason: 'context_exhausted' })
  expect(await row.compact({ strategy: 'extractive' })).toMatchObject({ type: 'context_compacted' })
  expect(await row.say('ok?')).toMatchObject({ type: 'turn_complete', last_agent_message: 'ok' })
})

test('a body that is too large for the server is compacted once; as much as it took before is sent again', async () => {
  const bodyBytesMax = 60_000
  const row = await open({
    strict: { bodyBytesMax },
    settings: { features: { rawr_auto_compaction: false } },
    answers: [...Array.from({ length: 9 }, (_, n) => running(`seq ${n + 1}000 ${n + 3}500`)), saying('Counted.')],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Counted.' })
  const sizes = row.bodies().map((body) => body.length)
  const refusedAt = sizes.findIndex((size) => size > bodyBytesMax)
  expect(sizes.filter((size) => size > bodyBytesMax)).toHaveLength(1)
  // Not half of what was refused, which no server asked for.
  expect(Math.max(...sizes.slice(refusedAt + 1))).toBeGreaterThan((sizes[refusedAt] ?? 0) / 2)
})
