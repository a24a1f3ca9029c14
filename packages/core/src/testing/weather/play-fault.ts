/** Plays one fault at one place through a session, a model client and a strict server over HTTP, and says what it came to. */
import { DEFAULT_SETTINGS, type EventMsg, type Settings } from '@rawr/protocol'
import type { Answer } from '../../adapters/model/testing/provider-server.ts'
import { startProvider } from '../../adapters/model/testing/provider-server.ts'
import { clientAt, type Wire } from '../../adapters/model/testing/sampling.ts'
import { speak } from '../../adapters/model/testing/speak.ts'
import { strictly } from '../../adapters/model/testing/strict.ts'
import { type MemoryClock, memoryClock, memoryTools } from '../memory-ports.ts'
import { BENCH_SETTINGS, sessionBench } from '../session-bench.ts'
import type { FaultCase } from './fault-cases.ts'

export const PLACES = ['first request', 'mid-stream', 'mid-tool', 'during compaction', 'for ever'] as const
export type Place = (typeof PLACES)[number]

const WINDOW = 40_000
/** Short only where the server is meant to be silent: everywhere else a busy machine must not be taken for one. */
const IDLE_MS = 1_500
const PATIENT_MS = 60_000
const NARRATIVE = '<summary>All berths were read; they are to be moored next.</summary>'

const settings: Settings = {
  ...BENCH_SETTINGS,
  model: { name: 'm', context_window: WINDOW },
  provider: { ...DEFAULT_SETTINGS.provider, max_retries: 2 },
}

/** About 2,600 tokens. */
const page = Array.from(
  { length: 160 },
  (_, row) => `src/quay.ts:${row}: export const berth${row} = moor(${row})`,
).join('\n')

/** What it came to, and how many requests that took. */
export type Played = { readonly outcome: string; readonly requests: number }

export const playFault = async (fault: FaultCase, wire: Wire, place: Place): Promise<Played | null> => {
  const wrong = place === 'mid-stream' ? fault.midStream?.(wire) : fault.first(wire)
  if (wrong === undefined) return null
  const provider = await startProvider(...answersAt(place, wrong, wire).map((answer) => strictly(answer)))
  const clock = memoryClock()
  const bench = sessionBench({
    clock,
    settings,
    model: clientAt(provider.url, {
      wire_api: wire,
      stream_idle_timeout_ms: fault.isSilent === true ? IDLE_MS : PATIENT_MS,
    }),
    tools: memoryTools({ read: { run: () => ({ output: page, success: true }) } }),
  })
  const hurry = hurried(clock)
  try {
    await bench.say('sb_a', 'Read the quay.')
    await bench.ended('sb_a')
    if (place === 'during compaction') {
      await bench.submit('sb_c', { type: 'compact', strategy: 'full' })
      await bench.ended('sb_c')
    }
    return { outcome: outcomeOf(bench.events.map(({ msg }) => msg)), requests: provider.sent.length }
  } finally {
    hurry()
    await bench.session.close('unload')
    await provider.close()
  }
}

const answersAt = (place: Place, wrong: Answer, wire: Wire): readonly Answer[] => {
  const done = speak(wire, { text: 'Done.', usage: [400, 5] })
  const call = (id: string) => speak(wire, { text: 'I read.', calls: [{ id, name: 'read', json: '{"path":"quay"}' }] })
  const calls = ['c1', 'c2', 'c3', 'c4'].map(call)
  switch (place) {
    case 'first request':
    case 'mid-stream':
      return [wrong, done]
    case 'mid-tool':
      return [...calls, wrong, done]
    case 'during compaction':
      return [...calls, done, wrong, speak(wire, { text: NARRATIVE, usage: [400, 5] })]
    case 'for ever':
      return [...calls, wrong]
  }
}

/** The session's pauses pass fifty times as fast as ours; those of the model client are real and short. */
const hurried = (clock: MemoryClock): (() => void) => {
  const ticking = setInterval(() => clock.advance(100), 2)
  return () => clearInterval(ticking)
}

const outcomeOf = (events: readonly EventMsg[]): string => {
  const steps = events.flatMap((msg): string[] => {
    if (msg.type === 'stream_error') return ['made again']
    if (msg.type === 'context_compacted')
      return [msg.report.trigger === 'overflow' ? 'compacted' : compactionOf(msg.report)]
    if (msg.type === 'compact_failed') return ['nothing to compact']
    return msg.type === 'turn_aborted' ? [`ends: ${msg.reason}`] : []
  })
  const ends = steps.some((step) => step.startsWith('ends') || step.startsWith('summary') || step.startsWith('facts'))
  return [...new Set(ends ? steps : [...steps, 'goes on'])].join(', ')
}

const compactionOf = ({ strategy }: { readonly strategy: string }): string =>
  strategy === 'full' ? 'summary of the model' : 'facts without the model’s words'
