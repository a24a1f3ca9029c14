// Failure rows of the kind COUNT that need a provider over HTTP: what stands in a usage block.
import { afterEach, expect, test } from 'vitest'
import { responses, sse } from '../../adapters/model/testing/provider-server.ts'
import { openRow, type RowBench, running, saying } from '../testing/row-bench.ts'

const opened: RowBench[] = []
afterEach(async () => {
  for (const { bench } of opened.splice(0)) await bench.close()
})

const answer = (usage: object) =>
  sse(responses.text('Ahoy.'), responses.done(responses.message('Ahoy.')), responses.completed({ usage }))

const ODD = [
  ['null', { input_tokens: null, output_tokens: null, total_tokens: null }],
  ['strings', { input_tokens: '4000', output_tokens: 'many' }],
  ['negative', { input_tokens: -9_000, output_tokens: -1, total_tokens: -9_001 }],
  ['missing', {}],
  ['huge', { input_tokens: 1e308, output_tokens: 1e308 }],
] as const

const NO_FIGURE = /NaN|Infinity|"(?:used_tokens|input_tokens|output_tokens|total_tokens|percent_remaining)":(?:null|-)/

test.each(ODD)(
  'COUNT-03: usage with %s fields: no such figure in the log, the meter or a compaction',
  async (_, usage) => {
    const row = await openRow({
      answers: [running('seq 1 4000'), running('seq 1 5000'), answer(usage), saying('Aye.')],
    })
    opened.push(row)
    expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
    expect(await row.compact({ strategy: 'extractive', budget: 2_000 })).toMatchObject({ type: 'context_compacted' })
    expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete' })
    const told = row.told('token_count')
    expect(told.length).toBeGreaterThan(2)
    for (const { usage: figure } of told) {
      expect(figure.used_tokens).toBeGreaterThan(0)
      expect(figure.used_tokens).toBeLessThan(figure.window_tokens)
    }
    expect(JSON.stringify(row.client.items)).not.toMatch(NO_FIGURE)
  },
)
