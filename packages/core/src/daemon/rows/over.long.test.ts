// Failure rows of the kind OVER: what does not fit.
import { expect, test } from 'vitest'
import { http } from '../../adapters/model/testing/provider-server.ts'
import { opensRows, running, saying } from '../testing/row-bench.ts'

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
  ['generic', { error: { message: "Input length (5000) exceeds model's maximum context length (4096)." } }],
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
})

test('OVER-09: input, tools and requested output together fit: the output is lowered before anything is compacted', async () => {
  const window = 20_000
  const row = await open({
    window,
    settings: { model: { max_output_tokens: 16_000 } },
    strict: {
      alsoRefuse: (body) => {
        const { max_output_tokens = 0 } = body as { max_output_tokens?: number }
        const input = Math.ceil(JSON.stringify(body).length / 4)
        return input + max_output_tokens > window ? `input and max_output_tokens exceed ${window}` : null
      },
    },
    answers: [running('seq 1 2000'), saying('It fits.')],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  expect(row.told('compaction_started')).toEqual([])
})

test('OVER-04: after a compaction the thread that was full answers', async () => {
  const row = await open({
    answers: [
      running('seq 1 4000'),
      running('seq 4000 8000'),
      running('seq 8000 12000'),
      http(400, WORDINGS[0][1]),
      http(400, WORDINGS[0][1]),
      saying('ok'),
    ],
  })
  expect(await row.say('Count.')).toMatchObject({ reason: 'context_exhausted' })
  await row.compact({ strategy: 'extractive' })
  expect(await row.say('ok?')).toMatchObject({ type: 'turn_complete', last_agent_message: 'ok' })
})
