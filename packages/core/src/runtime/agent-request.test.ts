import { expect, test } from 'vitest'
import { requestCompactionTool } from '../adapters/tools/request-compaction.ts'
import { compactions, decided, handoffIn, PACKET, settingsWith, textOf, tools } from '../testing/filling-turn.ts'
import { type MemoryTools, memoryTools } from '../testing/memory-ports.ts'
import type { ScriptedStep } from '../testing/scripted-model.ts'
import { type SessionBench, sessionBench } from '../testing/session-bench.ts'

/** The tools of a turn that fills, and the real one beside them. */
const withRequest = (): MemoryTools => {
  const filling = tools()
  const tool = requestCompactionTool()
  return memoryTools({
    read: {
      run: (args, context) => filling.run({ callId: 'c', name: 'read', arguments: JSON.stringify(args) }, context),
    },
    request_compaction: { alone: true, run: (args, context) => tool.run(JSON.stringify(args), context) },
  })
}

const reads: ScriptedStep = { calls: [{ name: 'read', arguments: {} }] }
const asks = (note?: string): ScriptedStep => ({
  calls: [
    { name: 'request_compaction', arguments: { reason: 'The log is read.', ...(note === undefined ? {} : { note }) } },
  ],
})

const played = async (script: readonly ScriptedStep[], bench: Partial<SessionBench> = {}) => {
  const opened = sessionBench({ script, tools: withRequest(), settings: settingsWith(), ...bench })
  await opened.say('s1', 'Read the log.')
  await opened.ended('s1')
  return opened
}

const answersOf = ({ log }: Awaited<ReturnType<typeof played>>): readonly string[] =>
  log.lines.flatMap((line) =>
    line.type === 'response_item' && line.payload.type === 'function_call_output'
      ? [textOf(line.payload)].flatMap((text) => /"output":"((?:Accepted|Refused)[^"]*)"/.exec(text)?.[1] ?? [])
      : [],
  )

test('request_compaction: while it is early it is refused with the reason, and the refusal is on record', async () => {
  const bench = await played([asks(), reads, asks(), { text: 'All read.' }])
  expect(answersOf(bench)).toEqual([
    expect.stringMatching(/^Refused\. Left alone at 9\d % left: no tier begins before 85 %\.$/),
    expect.stringMatching(
      /^Refused\. Left alone at 7\d % left \(early\): the tier waits for one of .*; seen: nothing\.$/,
    ),
  ])
  expect(compactions(bench)).toEqual([])
  expect(decided(bench)).toContainEqual(
    expect.objectContaining({ inputs: expect.objectContaining({ agent_request: true }), outcome: 'left' }),
  )
})

test('request_compaction: with need it is honoured once, at the next cut, and says who asked', async () => {
  const bench = await played([reads, reads, asks('Berth 7 is taken.'), { text: PACKET }, { text: 'All read.' }])
  expect(answersOf(bench)).toEqual([expect.stringMatching(/^Accepted: /)])
  expect(compactions(bench)).toMatchObject([
    { trigger: 'agent_request', attribution: { boundaries: [], packet_author: 'agent' } },
  ])
  // Neither a boundary nor a judgment is needed; what it wanted remembered is handed over word for word.
  const handoff = handoffIn(bench.model.requests.at(-1)?.items)
  expect(handoff).toContain('## Goal\nThe log.')
  expect(handoff).toContain("## The agent's own note\nThe log is read.\nBerth 7 is taken.")
  const { inputs } = decided(bench).find(({ decision }) => decision.kind === 'compact') ?? {}
  expect(inputs).toMatchObject({ agent_request: true, at: 'mid_turn' })
})

test('request_compaction: asked again without growth it is refused', async () => {
  const bench = await played([reads, reads, asks(), { text: PACKET }, asks(), { text: 'All read.' }])
  expect(compactions(bench)).toHaveLength(1)
  expect(answersOf(bench).at(-1)).toMatch(/^Refused\. Left alone at \d+ % left/)
})

test('request_compaction: with automatic compaction off it is not offered', async () => {
  const named = async (change: Partial<ReturnType<typeof settingsWith>>) => {
    const bench = await played([{ text: 'Nothing to read.' }], { settings: { ...settingsWith(), ...change } })
    return bench.model.requests[0]?.tools.map(({ name }) => name)
  }
  const on = settingsWith()
  expect(await named({})).toEqual(['read', 'request_compaction'])
  expect(await named({ features: { ...on.features, rawr_auto_compaction: false } })).toEqual(['read'])
  expect(await named({ compact: { ...on.compact, auto_compact_enabled: false } })).toEqual(['read'])
})
