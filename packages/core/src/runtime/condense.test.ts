import { textOfParts } from '@rawr/protocol'
import { describe, expect, it, test } from 'vitest'
import type { SamplingRequest } from '../ports/model-client.ts'
import { failure, type ScriptedStep, sessionBench, usage } from '../testing/index.ts'
import { about, compact, rounds, withPast } from '../testing/reading-session.ts'
import { snapshotAnswer } from '../testing/snapshot-answer.ts'

const PAST = 12
const words = 'All berths were read; they are to be moored next.'
const snapshot = JSON.stringify(snapshotAnswer('Read the quay.', ['Berths are read before they are moored.']))

const compacted = async (strategy: 'full' | 'inline' | 'hierarchical', answers: readonly ScriptedStep[]) => {
  const bench = await withPast(PAST, { script: [...rounds(PAST), { text: 'All read.' }, ...answers] })
  const before = bench.model.requests.length
  await compact(bench, 'sb_c', { strategy, focus: 'the berths' })
  await bench.ended('sb_c')
  const messages = about(bench, 'sb_c').map(({ msg }) => msg)
  const done = messages.find((msg) => msg.type === 'context_compacted')
  const entry = bench.log.lines.findLast(({ type }) => type === 'compacted')
  return {
    bench,
    asked: bench.model.requests.slice(before),
    live: bench.model.requests[before - 1],
    report: done?.type === 'context_compacted' ? done.report : null,
    completed: messages.find((msg) => msg.type === 'compact_completed'),
    message: entry?.type === 'compacted' ? entry.payload.message : '',
  }
}

const questionOf = (request: SamplingRequest | undefined): string => {
  const last = request?.items.at(-1)
  return last?.type === 'message' ? textOfParts(last.content) : ''
}

describe('each strategy asks its own question once and its answer stands in the view', () => {
  const check = (strategy: 'full' | 'inline' | 'hierarchical', answer: string, asks: RegExp, told: string) =>
    it(strategy, async () => {
      const { asked, live, report, message, completed } = await compacted(strategy, [
        { text: answer, usage: usage(30_000, 90) },
      ])
      expect(asked).toHaveLength(1)
      const [request] = asked
      expect(questionOf(request)).toMatch(asks)
      expect(questionOf(request)).toContain('Dwell on: the berths')
      expect(request).toMatchObject({ toolChoice: 'none', tools: live?.tools, instructions: live?.instructions })
      expect(request?.outputSchema?.name).toBe(strategy === 'hierarchical' ? 'summary_v1' : undefined)
      // The live prefix, item for item.
      expect(request?.items.slice(0, live?.items.length)).toEqual(live?.items)
      expect(message).toContain(told)
      expect(report).toMatchObject({ requested: strategy, strategy })
      expect(report?.reason).toBeUndefined()
      expect(completed).toMatchObject({ compaction_input_tokens: 30_000, compaction_output_tokens: 90, strategy })
    })
  check('full', `<analysis>Hm.</analysis><summary>${words}</summary>`, /nine sections/, words)
  check('inline', words, /handing this work over/, words)
  check('hierarchical', snapshot, /valid JSON/, 'decision: Berths are read before they are moored.')
})

describe('a bad answer costs the words and never the facts', () => {
  const check = (name: string, strategy: 'full' | 'hierarchical', answers: readonly ScriptedStep[], why: string) =>
    it(name, async () => {
      const { asked, report, message } = await compacted(strategy, answers)
      expect(asked).toHaveLength(answers.length)
      expect(report).toMatchObject({
        requested: strategy,
        strategy: 'extractive',
        reason: `no words of a model: ${why}`,
      })
      expect(message).toContain('read: src/quay.ts')
    })
  check('an empty one', 'full', [{ text: '' }], 'The answer was empty.')
  check('a failed request', 'full', [{ fault: failure('refused') }], 'scripted refused')
  check('a truncated one', 'full', [{ text: 'All', stop: 'length' }], 'The answer was cut off at its length.')
  check('bad JSON twice', 'hierarchical', [{ text: '{' }, { text: '{' }], 'The answer is not valid JSON.')
})

test('bad JSON is asked for again, with what was wrong', async () => {
  const { asked, report } = await compacted('hierarchical', [{ text: 'Here you are: {' }, { text: snapshot }])
  expect(questionOf(asked[1])).toContain('could not be used: The answer is not valid JSON.')
  expect(report).toMatchObject({ strategy: 'hierarchical' })
})

test('lines that are not true of the past are dropped and counted', async () => {
  const { report, message } = await compacted('full', [{ text: `${words}\nSee src/made/up.ts.` }])
  expect(message).not.toContain('made/up')
  expect(report?.reason).toBe("1 lines of the model's answer were not true of the past and were dropped")
})

test('a cancelled one aborts the model and changes nothing', async () => {
  const bench = await withPast(PAST, { script: [...rounds(PAST), { text: 'All read.' }, { hangAfter: 'All' }] })
  await compact(bench, 'sb_c', { strategy: 'full' })
  while (bench.model.requests.length < PAST + 2) await Promise.resolve()
  await bench.submit('sb_i', { type: 'interrupt' })
  await bench.ended('sb_c')
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'compact_failed')?.msg).toMatchObject({
    reason: 'interrupted',
  })
  expect(bench.log.lines.filter(({ type }) => type === 'compacted')).toEqual([])
})

test('without a model the report says so', async () => {
  const past = await withPast(PAST)
  await past.session.close('unload')
  const bench = sessionBench({ lines: [...past.log.lines], model: null, unjudged: 'the source of ids begins again' })
  await compact(bench, 'sb_c', { strategy: 'full' })
  await bench.ended('sb_c')
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'context_compacted')?.msg).toMatchObject({
    report: { strategy: 'extractive', reason: 'no words of a model: no model is configured or reachable' },
  })
})
