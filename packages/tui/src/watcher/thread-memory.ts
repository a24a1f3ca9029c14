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

export const remember = (memory: ThreadMemory, event: EventMsg): ThreadMemory => {
  const folded: ThreadMemory = {
    ...memory,
    signals: foldSignals(memory.signals, event),
    attempts: foldAttempts(memory.attempts, event),
  }
  switch (event.type) {
    case 'session_configured':
      return { ...folded, settings: event.settings, isModelAvailable: event.model !== undefined }
    case 'token_count':
      return { ...folded, usage: event.usage }
    // The old figure is wrong from here on, and a new one is on its way.
    case 'context_compacted':
    case 'compaction_undone':
    case 'compaction_redone':
      return { ...folded, usage: null }
    case 'turn_started':
      return { ...folded, turn: 'other', turnId: event.turn_id }
    case 'turn_complete':
      return { ...folded, turn: 'none', lastAgentMessage: event.last_agent_message ?? folded.lastAgentMessage }
    case 'turn_aborted':
      return { ...folded, turn: 'none' }
    case 'user_message':
      return event.origin === 'user' ? asked(folded, event.text) : folded
    case 'agent_message':
      return folded.turn === 'answering' ? { ...folded, lastAgentMessage: event.text } : folded
    case 'plan_update':
      return { ...folded, plan: event.plan }
    default:
      return folded
  }
}

const asked = (memory: ThreadMemory, text: string): ThreadMemory => ({
  ...memory,
  turn: memory.turn === 'none' ? 'none' : 'answering',
  goal: memory.goal === '' ? text : memory.goal,
  requests: [...memory.requests, text].slice(-REQUESTS_MAX),
})
