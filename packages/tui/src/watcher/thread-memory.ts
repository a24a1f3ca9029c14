/**
 * What the watcher remembers of a thread: settings, pressure, signals, earlier attempts, and what a packet is written
 * from. Folded from events alone; the replay of a thread leaves the same memory as having been there.
 */
import { emptySignals, foldSignals, type Signals } from '@rawr/policy'
import {
  type CompactionPrompts,
  type ContextUsage,
  DEFAULT_SETTINGS,
  type EventMsg,
  type PlanStep,
  type Settings,
  type TurnId,
} from '@rawr/protocol'
import { type Attempts, foldAttempts, noAttempts } from './attempts.ts'

/** Older requests are in the summary; a packet names the newest. */
const REQUESTS_MAX = 12

export type ThreadMemory = {
  readonly settings: Settings
  readonly isModelAvailable: boolean
  /** `null` before the first report, and from a compaction to the next one. */
  readonly usage: ContextUsage | null
  readonly signals: Signals
  readonly attempts: Attempts
  /** `answering`: a turn that a message of the user is in. A compaction's own turn is `other`, a prompt of the
   * sequence is `prompted`. */
  readonly turn: 'none' | 'other' | 'answering' | 'prompted'
  /** The running turn, or the one that ended last. */
  readonly turnId: TurnId | null
  readonly goal: string
  /** Newest last. */
  readonly requests: readonly string[]
  readonly plan: readonly PlanStep[]
  readonly lastAgentMessage: string | null
  /** `null` from a core that does not announce any: then the watcher writes everything itself. */
  readonly prompts: CompactionPrompts | null
  /** Where the agent wrote notes in this thread; `null` where it did not. */
  readonly scratchFile: string | null
  /** What a prompt of a sequence was answered with; `null` outside of one. */
  readonly promptAnswer: string | null
}

export const emptyMemory = (settings: Settings = DEFAULT_SETTINGS): ThreadMemory => ({
  settings,
  isModelAvailable: false,
  usage: null,
  signals: emptySignals,
  attempts: noAttempts,
  turn: 'none',
  turnId: null,
  goal: '',
  requests: [],
  plan: [],
  lastAgentMessage: null,
  prompts: null,
  scratchFile: null,
  promptAnswer: null,
})

export const remember = (memory: ThreadMemory, event: EventMsg): ThreadMemory => ({
  ...memory,
  signals: foldSignals(memory.signals, event),
  attempts: foldAttempts(memory.attempts, event),
  ...changes(memory, event),
})

const changes = (memory: ThreadMemory, event: EventMsg): Partial<ThreadMemory> => {
  if (event.type === 'session_configured')
    return {
      settings: event.settings,
      // A recording answers the user's turns and nothing beside them.
      isModelAvailable: event.model !== undefined && event.wire_api !== 'replay',
      prompts: event.prompts ?? null,
    }
  if (event.type === 'token_count') return { usage: event.usage }
  if (OUTDATING.has(event.type)) return { usage: null }
  if (event.type === 'turn_started') {
    const turn = event.origin === 'user' ? 'other' : 'prompted'
    return { turn, turnId: event.turn_id, promptAnswer: null }
  }
  if (event.type === 'turn_complete') return turnEnded(memory, event.last_agent_message)
  if (event.type === 'patch_apply_end' && event.success) return wrote(memory, event.paths)
  if (event.type === 'turn_aborted') return { turn: 'none' }
  if (event.type === 'user_message' && event.origin === 'user') return asked(memory, event.text)
  if (event.type === 'agent_message' && memory.turn === 'answering') return { lastAgentMessage: event.text }
  return event.type === 'plan_update' ? { plan: event.plan } : {}
}

/** Notes are a file like any other, and known by its name. */
const wrote = ({ prompts }: ThreadMemory, paths: readonly string[]): Partial<ThreadMemory> => {
  const file = prompts?.scratch_file
  return file !== undefined && paths.includes(file) ? { scratchFile: file } : {}
}

/** The answer to a prompt of ours is no word about the work. */
const turnEnded = (memory: ThreadMemory, text: string | null): Partial<ThreadMemory> =>
  memory.turn === 'prompted'
    ? { turn: 'none', promptAnswer: text }
    : { turn: 'none', lastAgentMessage: text ?? memory.lastAgentMessage }

/** The old figure is wrong from here on, and a new one is on its way. */
const OUTDATING: ReadonlySet<EventMsg['type']> = new Set<EventMsg['type']>([
  'context_compacted',
  'compaction_undone',
  'compaction_redone',
])

const asked = (memory: ThreadMemory, text: string): Partial<ThreadMemory> => ({
  turn: memory.turn === 'none' ? 'none' : 'answering',
  goal: memory.goal === '' ? text : memory.goal,
  requests: [...memory.requests, text].slice(-REQUESTS_MAX),
})
