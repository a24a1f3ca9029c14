import { type RolloutLine, SequenceId, textOfParts } from '@rawr/protocol'
import { expect, test } from 'vitest'
import {
  BENCH_SETTINGS,
  type MemoryTools,
  memoryIds,
  memoryTools,
  type ScriptedStep,
  sessionBench,
} from '../testing/index.ts'
import { breachesOf, settled, viewOf } from '../testing/look.ts'
import { fencedItems } from './fenced-items.ts'

const page = Array.from({ length: 120 }, (_, row) => `berth ${row}: export const quay${row} = moor(${row * 7})`).join(
  '\n',
)

const quietTools = (): MemoryTools =>
  memoryTools({
    read: { run: () => ({ output: page, success: true }) },
    shell: {
      alone: true,
      purpose: () => ({ kind: 'exec', command: ['make'], cwd: '/home/ada/harbour' }),
      run: () => ({ output: 'built', success: true, exitCode: 0 }),
    },
  })

const readContext = async () => ({
  instructions: [
    { path: '/home/ada/AGENTS.md', text: 'Speak of ships.' },
    { path: '/home/ada/harbour/AGENTS.md', text: 'Berths are numbered from the sea.' },
  ],
  shell: 'bash',
  date: '2026-03-14',
  warnings: [],
})

const settings = { ...BENCH_SETTINGS, model: { name: 'scripted-1', context_window: 16_000 } }

const reads = {
  calls: [
    { name: 'read', arguments: {} },
    { name: 'read', arguments: { path: 'b' } },
  ],
}
const builds = { calls: [{ name: 'shell', arguments: { command: 'make' } }] }
const answers: readonly ScriptedStep[] = Array.from({ length: 40 }, (_, n) => ({ text: `Answer ${n}.` }))

/** Tools, steering, a queue, the hard limit, a sequence with a handoff, an interruption: all in one log. */
const eventfulLife = async (): Promise<readonly RolloutLine[]> => {
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  const script = [reads, builds, { ...reads, after: opened }, reads, { text: 'Built.' }, { text: 'Second.' }]
  const narrative: ScriptedStep = { text: 'The quay was read before it was built.' }
  const bench = sessionBench({
    script: [...script, narrative, { text: 'Third.' }, { hangAfter: 'Fourth' }],
    tools: quietTools(),
    settings,
    readContext,
  })
  await bench.say('sb_1', 'message one')
  await bench.say('sb_2', 'message two')
  await bench.submit('sb_3', { type: 'user_input', items: [{ type: 'text', text: 'message three' }] })
  resolve()
  await bench.ended('sb_2')
  const sequence_id = SequenceId.parse('sq_1')
  await bench.submit('sb_h', { type: 'hold_input', sequence_id, deadline: bench.clock.now() + 60_000 })
  await bench.say('sb_4', 'message four')
  await bench.submit('sb_c', { type: 'compact', trigger: 'manual', budget: 1_500 })
  await bench.ended('sb_c')
  await bench.submit('sb_r', { type: 'release_input', sequence_id, handoff: 'The berths are built.' })
  await bench.ended('sb_4')
  await bench.say('sb_5', 'message five')
  await bench.submit('sb_i', { type: 'interrupt' })
  await bench.ended('sb_5')
  await bench.session.close('shutdown')
  return bench.log.lines
}

const addedIn = (lines: readonly RolloutLine[]): readonly string[] => [
  ...new Set(
    lines.flatMap((line) =>
      line.type === 'queue' && line.payload.change === 'added'
        ? line.payload.input.items.map((item) => (item.type === 'text' ? item.text : ''))
        : [],
    ),
  ),
]

const userTexts = (lines: readonly RolloutLine[]): readonly string[] =>
  lines.flatMap((line) =>
    line.type === 'response_item' && line.payload.type === 'message' && line.payload.meta.origin === 'user'
      ? [textOfParts(line.payload.content)]
      : [],
  )

let lives = 0

/** Opens a log that ends anywhere, lets it come to rest, and checks that nothing was lost, doubled or run again. */
const reopen = async (lines: readonly RolloutLine[]): Promise<readonly RolloutLine[]> => {
  const tools = quietTools()
  lives += 1
  const bench = sessionBench({ lines, script: answers, tools, settings, readContext, ids: memoryIds(`life${lives}_`) })
  await settled(bench)
  const after = bench.log.lines
  expect(tools.ran).toEqual([])
  expect(breachesOf(after)).toEqual([])
  expect([...userTexts(after)].sort()).toEqual([...addedIn(lines)].sort())
  const context = after.filter((line) => line.type === 'response_item' && line.payload.meta.origin === 'context')
  expect(context).toHaveLength(3)
  return after
}

test('a log that ends anywhere: no message lost or doubled, no tool run again, the same view', async () => {
  const lines = await eventfulLife()
  expect(lines.map(({ type }) => type)).toContain('compacted')
  for (let length = 1; length <= lines.length; length += 1) await reopen(lines.slice(0, length))
})

test('a recovery that is cut off itself is recovered', async () => {
  const lines = await eventfulLife()
  for (let length = 2; length <= lines.length; length += 3) {
    const recovered = await reopen(lines.slice(0, length))
    for (let again = length; again < Math.min(recovered.length, length + 12); again += 1)
      await reopen(recovered.slice(0, again))
  }
})

test('the turn that was open is closed by name, its calls are answered, and the user is told once', async () => {
  const lines = await eventfulLife()
  const cut = lines.findIndex((line) => line.type === 'event_msg' && line.payload.msg.type === 'exec_command_begin')
  const bench = sessionBench({
    lines: lines.slice(0, cut + 1),
    script: answers,
    tools: quietTools(),
    settings,
    readContext,
  })
  await settled(bench)
  const ended = bench.events.filter(({ msg, id }) => id === 'sb_1' && msg.type === 'turn_aborted')
  expect(ended.map(({ msg }) => msg)).toMatchObject([{ reason: 'daemon_restarted' }])
  const items = viewOf(bench.log.lines)
  const call = items.findIndex((item) => item.type === 'function_call' && item.name === 'shell')
  expect(items[call + 1]).toMatchObject({ type: 'function_call_output', success: false })
  expect(JSON.stringify(items[call + 2])).toContain('daemon_restarted')
})

test('L7, L11: the reopened session shows the view and the figure of the one that closed', async () => {
  const lines = await eventfulLife()
  const before = lines.findLast((line) => line.type === 'event_msg' && line.payload.msg.type === 'token_count')
  const ids = memoryIds('again_')
  const script = [{ text: 'Still here.' }]
  const bench = sessionBench({ lines, script, tools: quietTools(), settings, readContext, ids })
  const seen = viewOf(lines)
  await bench.say('sb_9', 'message nine')
  await bench.ended('sb_9')
  expect(bench.model.requests[0]?.items.slice(0, seen.length)).toEqual(fencedItems(seen))
  const after = bench.events.findLast(({ msg }) => msg.type === 'token_count')?.msg
  const figure =
    before?.type === 'event_msg' && before.payload.msg.type === 'token_count' ? before.payload.msg.usage : null
  expect(after?.type === 'token_count' && after.usage.used_tokens).toBeGreaterThan(
    figure?.used_tokens ?? Number.POSITIVE_INFINITY,
  )
  expect(after?.type === 'token_count' && after.usage.used_tokens).toBeLessThan((figure?.used_tokens ?? 0) + 500)
})

test('what was accepted is still known after a restart', async () => {
  const lines = await eventfulLife()
  const bench = sessionBench({ lines, script: answers, tools: quietTools(), settings, readContext })
  expect(await bench.say('sb_1', 'message one')).toMatchObject({ type: 'accepted', outcome: 'duplicate' })
  await settled(bench)
  expect(bench.model.requests).toEqual([])
})

test('L8: a compaction whose view is written and whose report is not is told as done after a restart', async () => {
  const lines = await eventfulLife()
  const written = lines.findIndex(({ type }) => type === 'compacted')
  const bench = sessionBench({
    lines: lines.slice(0, written + 1),
    script: answers,
    settings,
    ids: memoryIds('after_'),
  })
  await settled(bench)
  const [entry] = lines.slice(written)
  const id = entry?.type === 'compacted' ? entry.payload.id : ''
  const ends = bench.events.flatMap(({ msg }) =>
    (msg.type === 'context_compacted' || msg.type === 'compact_failed') && msg.compaction_id === id ? [msg.type] : [],
  )
  expect(ends).toEqual(['context_compacted'])
})

test('a log that was changed under a compaction says so once', async () => {
  const lines = await eventfulLife()
  const compacted = lines.findIndex(({ type }) => type === 'compacted')
  const answer = lines.findIndex((line, index) => index < compacted && isAnswer(line))
  const unjudged = 'lines were taken out of the log'
  const changed = lines.map((line, index) => (index === answer ? shortened(line) : line))
  const warnings = (known: readonly RolloutLine[]) => {
    const bench = sessionBench({ lines: known, script: answers, tools: quietTools(), settings, readContext, unjudged })
    return bench.log.lines.filter((line) => JSON.stringify(line).includes('has changed under compaction')).length
  }
  expect(warnings(lines)).toBe(0)
  expect(warnings(changed)).toBeGreaterThan(0)
  const once = sessionBench({ lines: changed, script: answers, tools: quietTools(), settings, readContext, unjudged })
  expect(warnings([...once.log.lines])).toBe(warnings(changed))
})

const isAnswer = (line: RolloutLine): boolean =>
  line.type === 'response_item' && line.payload.type === 'message' && line.payload.role === 'assistant'

const shortened = (line: RolloutLine): RolloutLine =>
  line.type === 'response_item' && line.payload.type === 'message'
    ? { ...line, payload: { ...line.payload, content: [{ type: 'output_text', text: 'Cut.' }] } }
    : line

test('a compaction that waited for the turn in which the program died is reported to whoever asked', async () => {
  const { promise: never } = Promise.withResolvers<void>()
  const bench = sessionBench({ script: [{ text: 'never', after: never }] })
  await bench.say('sb_a', 'Count the berths.')
  expect(await bench.submit('sb_compact', { type: 'compact' })).toMatchObject({ outcome: 'queued' })
  const next = sessionBench({ lines: [...bench.log.lines], ids: memoryIds('b_') })
  const end = next.events.find(({ id }) => id === 'sb_compact')
  expect(end?.msg).toMatchObject({ type: 'compact_failed', reason: 'interrupted' })
  expect(await next.submit('sb_compact', { type: 'compact' })).toMatchObject({ outcome: 'duplicate' })
})
