/** What a packet is written from, folded from the events of a thread: replaying a thread leaves the same facts. */
import type { EventMsg, PlanStep } from '@rawr/protocol'
import { handoffBody, watcherPacket } from './packet.ts'

/** Older requests are in the summary; a packet names the newest. */
const REQUESTS_MAX = 12

export type PacketFacts = {
  /** The first request. */
  readonly goal: string
  /** Newest last. */
  readonly requests: readonly string[]
  readonly plan: readonly PlanStep[]
  /** Of the work, not of the prompts of a sequence. */
  readonly lastAgentMessage: string | null
  /** Where the agent wrote notes in this thread; `null` where it did not. */
  readonly scratchFile: string | null
  /** `work`: a message of the user is in this turn, or it goes on by itself. What is said in another, a packet for one, is no word about the work. */
  readonly turn: 'work' | 'other'
}

export const noPacketFacts: PacketFacts = {
  goal: '',
  requests: [],
  plan: [],
  lastAgentMessage: null,
  scratchFile: null,
  turn: 'other',
}

/** `scratchFile`: as core announced it; notes are a file like any other, and known by its name. */
export const foldPacketFacts = (facts: PacketFacts, event: EventMsg, scratchFile: string | null): PacketFacts => {
  if (event.type === 'turn_started') return { ...facts, turn: 'other' }
  if (event.type === 'user_message' && event.origin === 'continuation') return { ...facts, turn: 'work' }
  if (event.type === 'user_message') return event.origin === 'user' ? asked(facts, event.text) : facts
  if (event.type === 'plan_update') return { ...facts, plan: event.plan }
  if (event.type === 'patch_apply_end') return hasNotes(event, scratchFile) ? { ...facts, scratchFile } : facts
  if (facts.turn === 'other') return facts
  if (event.type === 'agent_message') return { ...facts, lastAgentMessage: event.text }
  return event.type === 'turn_complete' ? ended(facts, event.last_agent_message) : facts
}

type Patched = Extract<EventMsg, { type: 'patch_apply_end' }>

const hasNotes = ({ success, paths }: Patched, scratchFile: string | null): boolean =>
  success && scratchFile !== null && paths.some((path) => isAt(path, scratchFile))

/** Core tells absolute paths, the scratch file is named from the project. */
const isAt = (path: string, file: string): boolean => path === file || path.endsWith(`/${file}`)

const ended = (facts: PacketFacts, text: string | null): PacketFacts => ({
  ...facts,
  turn: 'other',
  lastAgentMessage: text ?? facts.lastAgentMessage,
})

const asked = (facts: PacketFacts, text: string): PacketFacts => ({
  ...facts,
  turn: 'work',
  goal: facts.goal === '' ? text : facts.goal,
  requests: [...facts.requests, text].slice(-REQUESTS_MAX),
})

export type ProgramPacket = {
  readonly facts: PacketFacts
  readonly maxTailChars: number
  /** Why the compaction happens, as the end of a sentence. */
  readonly why: string
  readonly note?: string | undefined
}

/** The handoff that the program writes where no agent does. Core fences it: this is text, and never more. */
export const programHandoff = ({ facts, maxTailChars, why, note }: ProgramPacket): string => {
  const { goal, requests: userRequests, plan: planSteps, lastAgentMessage, scratchFile } = facts
  const packet = watcherPacket({ goal, userRequests, planSteps, lastAgentMessage, maxTailChars, why, note })
  return handoffBody({ packet, scratchFile: scratchFile ?? undefined })
}
