import { expect, test } from 'vitest'
import { compact, withPast } from '../testing/reading-session.ts'
import { sessionBench } from '../testing/session-bench.ts'

test('L11: the parts of the breakdown add up to the figure of the last token_count, before and after a compaction', async () => {
  const bench = await withPast(6)
  const shown = () => bench.events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage] : [])).at(-1)
  const asked = async () => {
    const answer = await bench.session.ask({ type: 'context_breakdown' })
    if (!answer.ok || answer.value.type !== 'context_breakdown_result') throw new Error('no breakdown')
    return answer.value
  }
  const before = await asked()
  expect(before.usage).toEqual(shown())
  expect(before.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(shown()?.used_tokens)
  expect(before.parts[0]?.kind).toBe('tool_results')
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const after = await asked()
  expect(after.usage).toEqual(shown())
  expect(after.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(shown()?.used_tokens)
  expect(after.parts.map(({ kind }) => kind)).toContain('summary')
})

test('the breakdown tells that the prefix grew through the requests of turns: no break, and a compaction is none', async () => {
  const bench = await withPast(6)
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const answer = await bench.session.ask({ type: 'context_breakdown' })
  expect(answer).toMatchObject({ ok: true, value: { prefix: { requests: 7, breaks: 0 } } })
})

test('without a decision there is nothing to explain; an unknown one is refused by its path', async () => {
  const bench = sessionBench()
  expect(await bench.session.ask({ type: 'explain' })).toEqual({
    ok: true,
    value: { type: 'explain_result', record: null, sentences: [] },
  })
  const decision_id = 'rq_none' as never
  expect(await bench.session.ask({ type: 'explain', decision_id })).toMatchObject({
    ok: false,
    error: { code: 'invalid', path: ['op', 'decision_id'] },
  })
})

test('a compaction that a person asked for is told before the decision that was made earlier', async () => {
  const bench = await withPast(6)
  const before = await bench.session.ask({ type: 'explain' })
  if (!before.ok || before.value.type !== 'explain_result' || before.value.record === null)
    throw new Error('no decision')
  const { record, sentences } = before.value
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  expect(await bench.session.ask({ type: 'explain' })).toMatchObject({
    value: {
      record,
      sentences: [
        expect.stringMatching(/^The newest compaction \(cp_\S+\) was asked for by a person \(trigger: manual\) at /),
        `The decision before it, ${record.id}:`,
        ...sentences,
      ],
    },
  })
  // Who names a decision is told of that alone.
  expect(await bench.session.ask({ type: 'explain', decision_id: record.id })).toMatchObject({ value: { sentences } })
})

test('a compaction can be opened: its report and the text that stands for what went; an unknown one is refused', async () => {
  const bench = await withPast(6)
  expect(await bench.session.ask({ type: 'compaction_show' })).toMatchObject({ ok: false, error: { code: 'invalid' } })
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const told = bench.events.flatMap(({ msg }) => (msg.type === 'context_compacted' ? [msg] : [])).at(-1)
  const shown = await bench.session.ask({ type: 'compaction_show' })
  expect(shown).toMatchObject({ ok: true, value: { compaction_id: told?.compaction_id, report: told?.report } })
  if (!shown.ok || shown.value.type !== 'compaction_show_result') throw new Error('not shown')
  expect(shown.value.text.length).toBeGreaterThan(100)
  const compaction_id = 'cp_none' as never
  expect(await bench.session.ask({ type: 'compaction_show', compaction_id })).toMatchObject({
    ok: false,
    error: { path: ['op', 'compaction_id'] },
  })
})

test('what the server offers is listed, with the one that answers; nothing where nobody can be asked', async () => {
  const bench = sessionBench({
    offeredModels: async () => [{ id: 'alder', contextWindow: 9_000 }, { id: 'scripted-1' }],
  })
  expect(await bench.session.ask({ type: 'model_list' })).toEqual({
    ok: true,
    value: {
      type: 'model_list_result',
      models: [{ name: 'alder', context_window: 9_000 }, { name: 'scripted-1' }],
      current: 'scripted-1',
    },
  })
  expect(await sessionBench().session.ask({ type: 'model_list' })).toMatchObject({ value: { models: [] } })
})
