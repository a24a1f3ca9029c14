/** A session whose clients, model and clock do anything in any order, and what of it must hold all the same. */
import { deepEqual, equal } from 'node:assert/strict'
import { ItemId, type PinTarget, SequenceId, textOfParts } from '@rawr/protocol'
import fc from 'fast-check'
import { breachesOf, settled } from './look.ts'
import { memoryIds, memoryTools } from './memory-ports.ts'
import { windowOf } from './reading-session.ts'
import { failure, type ScriptedStep, usage } from './scripted-model.ts'
import { type OpenedSession, sessionBench } from './session-bench.ts'

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

/** Some items that are there by now; the first, where there are none, is refused. */
const rangeIn = ({ log }: OpenedSession, n: number): PinTarget => {
  const ids = log.lines.flatMap((line) => (line.type === 'response_item' ? [line.payload.meta.id] : []))
  const first = ids[(n * 7) % Math.max(1, ids.length)] ?? ItemId.parse('i1')
  return { kind: 'item', first, last: ids[ids.indexOf(first) + (n % 3)] ?? first }
}

const newestPin = ({ log }: OpenedSession): PinTarget =>
  log.lines.flatMap((line) => (line.type === 'pins' ? line.payload.pins : [])).at(-1) ?? { kind: 'fact', text: 'None.' }

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
  (bench, n) => bench.submit(`sb_${n}`, { type: 'pin', target: { kind: 'fact', text: `Fact ${n}.` } }),
  (bench, n) => bench.submit(`sb_${n}`, { type: 'pin', target: rangeIn(bench, n) }),
  (bench, n) => bench.submit(`sb_${n}`, { type: 'unpin', target: newestPin(bench) }),
  (bench) => bench.session.clientDetached(bench.clientId),
  (bench) => bench.session.clientAttached({ clientId: bench.clientId, name: 'bench', canDrive: true, canAnswer: true }),
  (bench) => bench.clock.advance(1_000),
  (bench) => bench.clock.advance(10_000),
]

const pause = async (ticks: number): Promise<void> => {
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
}

export type Plan = {
  readonly acts: readonly { readonly act: number; readonly ticks: number }[]
  readonly steps: readonly number[]
}

const live = async ({ acts, steps }: Plan): Promise<OpenedSession> => {
  const script = steps.map((step): ScriptedStep => STEPS[step % STEPS.length] ?? { text: 'Done.' })
  const bench = sessionBench({ script, tools: tools(), settings: windowOf(16_000) })
  const answers: unknown[] = []
  for (const [n, { act, ticks }] of acts.entries()) {
    answers.push(ACTS[act % ACTS.length]?.(bench, n))
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

export const plans = fc.record({
  acts: fc.array(fc.record({ act: fc.nat(), ticks: fc.nat({ max: 60 }) }), { maxLength: 25 }),
  steps: fc.array(fc.nat(), { minLength: 40, maxLength: 60 }),
})

/** Every accepted message once, every law kept, and no error that nobody foresaw. */
export const checkLife = async (given: Plan): Promise<void> => {
  const bench = await live(given)
  deepEqual(
    bench.logger.entries.filter(({ level }) => level === 'error'),
    [],
  )
  deepEqual(breachesOf(bench.log.lines), [])
  const ids = added(bench).map(({ submission_id }) => submission_id)
  equal(new Set(ids).size, ids.length)
  equal(new Set(taken(bench)).size, taken(bench).length)
  equal(userTexts(bench).length, taken(bench).length)
}

const ANSWERS: readonly ScriptedStep[] = Array.from({ length: 60 }, () => ({ text: 'Answered.' }))

/** The log of such a life, cut at `share` of its length and opened again: nothing lost, doubled or run again. */
export const checkSecondLife = async (given: Plan, share: number): Promise<void> => {
  const lived = (await live(given)).log.lines
  const lines = lived.slice(0, Math.max(1, Math.floor(lived.length * share)))
  const unused = tools()
  const settings = windowOf(16_000)
  const again = sessionBench({ lines, script: ANSWERS, tools: unused, settings, ids: memoryIds('second_') })
  await settled(again)
  deepEqual(unused.ran, [])
  deepEqual(breachesOf(again.log.lines), [])
  deepEqual(
    [...taken(again)].sort(),
    added(again)
      .map(({ submission_id }) => submission_id)
      .sort(),
  )
  equal(userTexts(again).length, taken(again).length)
}
