import { SequenceId, textOfParts } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failure, memoryTools, type OpenedSession, type ScriptedStep, sessionBench, usage } from '../testing/index.ts'
import { breachesOf } from '../testing/look.ts'
import { windowOf } from '../testing/reading-session.ts'

const page = Array.from({ length: 60 }, (_, row) => `berth ${row}: export const quay${row} = moor(${row * 7})`).join(
  '\n',
)

const tools = () =>
  memoryTools({
    read: { run: () => ({ output: page, success: true }) },
    write: { alone: true, run: () => ({ output: 'written', success: true }) },
    wait: {
      alone: true,
      run: (_args, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ output: 'ended', success: false }))),
    },
  })

const call = (name: string) => ({ name, arguments: {} })

const STEPS: readonly ScriptedStep[] = [
  { text: 'Done.' },
  { text: 'Done.', usage: usage(2_000, 10) },
  { calls: [call('read'), call('read'), call('write')] },
  { text: 'Looking.', calls: [call('read')] },
  { calls: [call('read'), call('write'), call('read')] },
  { calls: [call('wait'), call('read')] },
  { hangAfter: 'I think that' },
  { fault: failure('server_error') },
  { fault: failure('overflow', { status: 400 }) },
  { fault: failure('stream_cut'), textBefore: 'Half' },
  { text: 'Cut', stop: 'length' },
  {},
]

type Act = (bench: OpenedSession, n: number) => unknown

const sequence_id = SequenceId.parse('sq_1')

const ACTS: readonly Act[] = [
  (bench, n) => bench.say(`sb_${n}`, `message ${n}`),
  (bench, n) => bench.say(`sb_${n}`, `message ${n}`),
  (bench, n) => bench.submit(`sb_${n}`, { type: 'user_input', items: [{ type: 'text', text: `message ${n}` }] }),
  (bench, n) => bench.say(`sb_${Math.max(0, n - 1)}`, `message ${Math.max(0, n - 1)}`),
  (bench, n) => bench.submit(`sb_${n}`, { type: 'interrupt' }),
  (bench, n) => bench.submit(`sb_${n}`, { type: 'compact' }),
  (bench, n) => bench.submit(`sb_${n}`, { type: 'uncompact' }),
  (bench, n) => bench.submit(`sb_${n}`, { type: 'hold_input', sequence_id, deadline: bench.clock.now() + 5_000 }),
  (bench, n) => bench.submit(`sb_${n}`, { type: 'release_input', sequence_id, handoff: `packet ${n}` }),
  (bench) => bench.session.clientDetached(bench.clientId),
  (bench) => bench.session.clientAttached({ clientId: bench.clientId, name: 'bench' }),
  (bench) => bench.clock.advance(1_000),
  (bench) => bench.clock.advance(10_000),
]

const pause = async (ticks: number): Promise<void> => {
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
}

type Plan = {
  readonly acts: readonly { readonly act: number; readonly ticks: number }[]
  readonly steps: readonly number[]
}

const live = async ({ acts, steps }: Plan): Promise<OpenedSession> => {
  const script = steps.map((step): ScriptedStep => STEPS[step % STEPS.length]!)
  const bench = sessionBench({ script, tools: tools(), settings: windowOf(16_000) })
  const answers: unknown[] = []
  for (const [n, { act, ticks }] of acts.entries()) {
    answers.push(ACTS[act % ACTS.length]!(bench, n))
    await pause(ticks)
  }
  await bench.session.close('shutdown')
  await Promise.all(answers)
  return bench
}

const added = (bench: OpenedSession) =>
  bench.log.lines.flatMap((line) =>
    line.type === 'queue' && line.payload.change === 'added' ? [line.payload.input] : [],
  )

const taken = (bench: OpenedSession) =>
  bench.log.lines.flatMap((line) =>
    line.type === 'queue' && line.payload.change === 'taken' ? [line.payload.submission_id] : [],
  )

const userTexts = (bench: OpenedSession) =>
  bench.log.lines.flatMap((line) =>
    line.type === 'response_item' && line.payload.type === 'message' && line.payload.meta.origin === 'user'
      ? [textOfParts(line.payload.content)]
      : [],
  )

test('whatever clients, models, disks and clocks do in whatever order: the log keeps the laws', async () => {
  const plan = fc.record({
    acts: fc.array(fc.record({ act: fc.nat(), ticks: fc.nat({ max: 60 }) }), { maxLength: 25 }),
    steps: fc.array(fc.nat(), { minLength: 40, maxLength: 60 }),
  })
  const property = fc.asyncProperty(plan, async (given) => {
    const bench = await live(given)
    expect(bench.logger.entries.filter(({ level }) => level === 'error')).toEqual([])
    expect(breachesOf(bench.log.lines)).toEqual([])
    const ids = added(bench).map(({ submission_id }) => submission_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(taken(bench)).size).toBe(taken(bench).length)
    expect(userTexts(bench)).toHaveLength(taken(bench).length)
  })
  await fc.assert(property, { numRuns: 300 })
}, 60_000)
