/**
 * What the watcher remembers of a thread: settings, pressure, signals, earlier attempts, and what a packet is written
 * from. Folded from events alone; the replay of a thread leaves the same memory as having been there.
 */
import { emptySignals, foldSignals, type Signals } from '@rawr/policy'
import {
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
  /** `answering`: a turn that a message of the user is in. A compaction's own turn is `other`. */
  readonly turn: 'none' | 'other' | 'answering'
  /** The running turn, or the one that ended last. */
  readonly turnId: TurnId | null
  readonly goal: string
  /** Newest last. */
  readonly requests: readonly string[]
  readonly plan: readonly PlanStep[]
  readonly lastAgentMessage: string | null
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
})

export const remember = (memory: ThreadMemory, event: EventMsg): ThreadMemory => ({
  ...memory,
  signals: foldSignals(memory.signals, event),
  attempts: foldAttempts(memory.attempts, event),
  ...changes(memory, event),
})

const changes = (memory: ThreadMemory, event: EventMsg): Partial<ThreadMemory> => {
  if (event.type === 'session_configured')
    return { settings: event.settings, isModelAvailable: event.model !== undefined }
  if (event.type === 'token_count') return { usage: event.usage }
  if (OUTDATING.has(event.type)) return { usage: null }
  if (event.type === 'turn_started') return { turn: 'other', turnId: event.turn_id }
  if (event.type === 'turn_complete')
    return { turn: 'none', lastAgentMessage: event.last_agent_message ?? memory.lastAgentMessage }
  if (event.type === 'turn_aborted') return { turn: 'none' }
  if (event.type === 'user_message' && event.origin === 'user') return asked(memory, event.text)
  if (event.type === 'agent_message' && memory.turn === 'answering') return { lastAgentMessage: event.text }
  return event.type === 'plan_update' ? { plan: event.plan } : {}
}

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
