/**
 * Asks the agent for a packet in the middle of a turn, beside the conversation: the live prefix byte for byte, our prompt
 * behind it. Neither prompt nor answer enters the history. Where notes are asked for too, that one write is performed.
 */
import { visibleItems } from '@rawr/compaction'
import { fillContinuation, handoffBody, type PacketFacts, packetPrompt } from '@rawr/prompts'
import { CallId, type HistoryItem, ItemId, type TokenUsage } from '@rawr/protocol'
import { type ItemDraft, stampItem, textDraft } from '../engine/item-draft.ts'
import { sumOfUsage } from '../engine/usage-ledger.ts'
import type { ModelItem, SamplingRequest } from '../ports/model-client.ts'
import { type AsideAnswer, askAside } from './ask-aside.ts'
import { fencedItems } from './fenced-items.ts'
import type { SessionParts } from './session-parts.ts'
import { announcedPrompts } from './thread-prompts.ts'

/** No sign of life for so long, and the packet is given up. */
const PACKET_SILENCE_MS = 120_000

/** Requests for one packet: notes take one or two, a stubborn model is not followed further. */
const ROUNDS_MAX = 4

export type PacketAsk = {
  readonly scratch: 'asked' | 'not_asked'
  readonly facts: PacketFacts
  /** Goes into the handoff, whatever the packet says. */
  readonly note?: string | undefined
  readonly signal: AbortSignal
}

export type PacketAnswer = {
  /** The handoff it makes; `null` where none was written. */
  readonly handoff: string | null
  readonly usage: TokenUsage | null
}

export const askPacket = async (parts: SessionParts, ask: PacketAsk): Promise<PacketAnswer> => {
  const { model, clock } = parts.deps
  const prompts = announcedPrompts(parts)
  const extra: HistoryItem[] = [stamp(parts, textDraft('synthetic', packetPrompt({ prompts, scratch: ask.scratch })))]
  let usage: TokenUsage | null = null
  let hasNotes = ask.facts.scratchFile !== null
  for (let round = 0; model !== null && round < ROUNDS_MAX; round += 1) {
    const request = requestOf(parts, extra, ask.scratch)
    const deadline = { kind: 'silence', ms: PACKET_SILENCE_MS } as const
    const answer = await askAside({ model, request, clock, deadline, signal: ask.signal })
    if (!answer.ok) break
    usage = added(usage, answer.value)
    const calls = answer.value.items.filter((item) => item.type === 'function_call')
    if (calls.length === 0 || ask.scratch === 'not_asked') {
      const scratchFile = hasNotes ? prompts.scratch_file : undefined
      return { handoff: handoffOf(parts, ask, { text: answer.value.text, scratchFile }), usage }
    }
    for (const call of calls) {
      const { cwd, settings, tools } = parts.deps
      const place = { cwd, file: prompts.scratch_file, sandboxMode: settings.sandbox.mode }
      const written = await tools.writeNotes(call, place)
      hasNotes ||= written.success
      extra.push(...callItems(parts, { call, isTaken: isTaken([...request.items, ...extra]) }, written))
    }
  }
  return { handoff: null, usage }
}

type Call = Extract<ModelItem, { type: 'function_call' }>

/** Some models count their calls anew in each answer. */
const isTaken =
  (items: readonly HistoryItem[]) =>
  (id: CallId): boolean =>
    items.some((item) => item.type === 'function_call' && item.call_id === id)

const callItems = (
  parts: SessionParts,
  { call, isTaken }: { readonly call: Call; readonly isTaken: (id: CallId) => boolean },
  { output, success }: { readonly output: string; readonly success: boolean },
): readonly HistoryItem[] => {
  const given = CallId.safeParse(call.callId).data
  const call_id = given === undefined || isTaken(given) ? parts.deps.ids.call() : given
  const body = { type: 'function_call', name: call.name, arguments: call.arguments.toWellFormed(), call_id } as const
  return [
    stamp(parts, { origin: 'assistant', body }),
    stamp(parts, { origin: 'tool', body: { type: 'function_call_output', call_id, output, success } }),
  ]
}

/** Never logged, so it takes no number of the thread's. */
const ASIDE_ID = ItemId.parse('aside')

const stamp = ({ deps }: SessionParts, draft: ItemDraft): HistoryItem =>
  stampItem(draft, { id: ASIDE_ID, at: deps.clock.now() })

const requestOf = (
  { deps, record, specs, instructions }: SessionParts,
  extra: readonly HistoryItem[],
  scratch: PacketAsk['scratch'],
): SamplingRequest => {
  const { model } = deps.settings
  return {
    model: model.name ?? '',
    instructions,
    items: [...fencedItems(visibleItems(record.history())), ...extra],
    tools: specs,
    toolChoice: scratch === 'asked' ? 'auto' : 'none',
    ...(model.reasoning_effort === undefined ? {} : { reasoningEffort: model.reasoning_effort }),
    cacheKey: deps.threadId,
  }
}

type Written = { readonly text: string; readonly scratchFile: string | undefined }

const handoffOf = (
  { prompts }: SessionParts,
  { facts, note }: PacketAsk,
  { text, scratchFile }: Written,
): string | null => {
  if (text.trim() === '') return null
  const { lastAgentMessage } = facts
  const packet = fillContinuation({ packet: text, lastAgentMessage, maxTailChars: prompts.maxTailChars })
  return handoffBody({ packet, scratchFile, note })
}

const added = (sum: TokenUsage | null, { usage }: Pick<AsideAnswer, 'usage'>): TokenUsage | null => {
  if (usage === null) return sum
  return sum === null ? usage : sumOfUsage(sum, usage)
}
