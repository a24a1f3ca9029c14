/**
 * What the watcher remembers of a thread: settings, pressure, signals, earlier attempts, and what a packet is written
 * from. Folded from events alone; the replay of a thread leaves the same memory as having been there.
 */
import { emptySignals, foldPace, foldSignals, noPace, type Pace, type Signals } from '@rawr/policy'
import { foldPacketFacts, noPacketFacts, type PacketFacts } from '@rawr/prompts'
import {
  type CompactionPrompts,
  type ContextUsage,
  DEFAULT_SETTINGS,
  type EventMsg,
  isWork,
  type Settings,
  type TurnId,
} from '@rawr/protocol'
import { type Attempts, foldAttempts, noAttempts } from './attempts.ts'

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
  /** The turn that runs is a review. */
  readonly isReviewing: boolean
  readonly facts: PacketFacts
  readonly pace: Pace
  /** `null` from a core that does not announce any: then the watcher writes everything itself. */
  readonly prompts: CompactionPrompts | null
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
  isReviewing: false,
  facts: noPacketFacts,
  pace: noPace,
  prompts: null,
  promptAnswer: null,
})

export const remember = (memory: ThreadMemory, event: EventMsg): ThreadMemory => ({
  ...memory,
  signals: foldSignals(memory.signals, event),
  attempts: foldAttempts(memory.attempts, event),
  pace: foldPace(memory.pace, event),
  facts: foldPacketFacts(memory.facts, event, memory.prompts?.scratch_file ?? null),
  ...changes(memory, event),
})

const changes = (memory: ThreadMemory, event: EventMsg): Partial<ThreadMemory> => {
  if (event.type === 'session_configured')
    return {
      settings: event.settings,
      // A recording answers the user's turns and nothing beside them.
      isModelAvailable: event.model !== undefined && event.wire_api !== 'replay',
      prompts: event.prompts ?? null,
      isReviewing: false,
    }
  if (event.type === 'entered_review_mode') return { isReviewing: true }
  if (event.type === 'exited_review_mode') return { isReviewing: false }
  if (event.type === 'token_count') return { usage: event.usage }
  if (OUTDATING.has(event.type)) return { usage: null }
  if (event.type === 'turn_started') {
    const turn = isWork(event.origin) ? 'other' : 'prompted'
    return { turn, turnId: event.turn_id, promptAnswer: null }
  }
  if (event.type === 'turn_complete')
    return { turn: 'none', ...(memory.turn === 'prompted' ? { promptAnswer: event.last_agent_message } : {}) }
  if (event.type === 'turn_aborted') return { turn: 'none' }
  // A message that came while nothing ran is of a turn that was told before.
  const isAnswering = event.type === 'user_message' && isWork(event.origin) && memory.turn !== 'none'
  return isAnswering ? { turn: 'answering' } : {}
}

/** The old figure is wrong from here on, and a new one is on its way. */
const OUTDATING: ReadonlySet<EventMsg['type']> = new Set<EventMsg['type']>([
  'context_compacted',
  'compaction_undone',
  'compaction_redone',
])
