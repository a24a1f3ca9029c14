/**
 * L14: only the user speaks as the user. An item of origin `user` was typed; whatever else travels in the user's role is
 * fenced as data; quoted words come from the items they are said to come from; a command that asked runs after a yes.
 */
import { type HistoryItem, textOfParts } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import { textOfInput } from '../../user-input.ts'
import type { Breach } from './breach.ts'
import { outsideFences } from './fenced.ts'

export const checkConsent = (lines: readonly RolloutLine[], fenceTags?: readonly string[]): Breach[] => [
  ...checkTyped(lines),
  ...checkInserted(lines, fenceTags),
  ...checkApprovals(lines),
]

/** What the model sees of the user's role without having been said by the user. */
export const checkConsentOfView = (items: readonly HistoryItem[], fenceTags?: readonly string[]): Breach[] =>
  fenceTags === undefined
    ? []
    : items.flatMap((item, index): Breach[] => {
        const loose = looseWords(item, fenceTags)
        return loose === ''
          ? []
          : [breach(`item ${index}`, `${item.meta.origin} item ${item.meta.id} speaks unfenced: ${shown(loose)}`)]
      })

/** Prompts of a sequence are the program's, and said as they are; they are known by the event that brought them. */
const looseWords = (item: HistoryItem, tags: readonly string[]): string => {
  if (item.type === 'compact_boundary' || item.type === 'attachment') return outsideFences(item.text, tags)
  if (item.type !== 'message' || item.role === 'assistant') return ''
  const { origin } = item.meta
  if (origin === 'user' || origin === 'synthetic') return ''
  return outsideFences(textOfParts(item.content), tags)
}

/** Items that came with a message of a client, and only those, are the user's. */
const checkTyped = (lines: readonly RolloutLine[]): Breach[] => {
  const typed = new Map<string, string>()
  const shownAs = new Map<string, { readonly id: string; readonly origin: string; readonly text: string }>()
  const native = new Set<string>()
  for (const line of lines) {
    if (line.type === 'queue' && line.payload.change === 'added')
      typed.set(line.payload.input.submission_id, textOfInput(line.payload.input.items).toWellFormed())
    // A waiting message may be given other words by whoever typed it.
    if (line.type === 'queue' && line.payload.change === 'replaced')
      typed.set(line.payload.submission_id, textOfInput(line.payload.items).toWellFormed())
    if (line.type !== 'event_msg') continue
    const { msg } = line.payload
    if (msg.type === 'turn_started') native.add(msg.turn_id)
    if (msg.type === 'user_message')
      shownAs.set(msg.item_id, { id: msg.submission_id, origin: msg.origin, text: msg.text })
  }
  return lines.flatMap((line, index): Breach[] => {
    if (line.type !== 'response_item' || line.payload.meta.origin !== 'user') return []
    const item = line.payload
    const at = `line ${index}`
    if (item.type !== 'message' || item.role !== 'user')
      return [breach(at, `a ${item.type} passes for the user's words`)]
    // A recording of another program says nothing of how its messages came.
    if (!native.has(item.meta.turn_id ?? '')) return []
    const told = shownAs.get(item.meta.id)
    if (told === undefined)
      return isLast(lines, index) ? [] : [breach(at, `item ${item.meta.id} is the user's, and nobody brought it`)]
    if (told.origin !== 'user') return [breach(at, `a ${told.origin} passes for the user's words`)]
    const words = textOfParts(item.content)
    return words === told.text && words === (typed.get(told.id) ?? words)
      ? []
      : [breach(at, `item ${item.meta.id} does not say what was typed: ${shown(words)}`)]
  })
}

/** The log may end between the item and the event that tells it. */
const isLast = (lines: readonly RolloutLine[], index: number): boolean => lines.length - 1 === index

/** What compactions put into their views. */
const checkInserted = (lines: readonly RolloutLine[], fenceTags?: readonly string[]): Breach[] => {
  const items = new Map<string, HistoryItem>()
  return lines.flatMap((line, index) => {
    if (line.type === 'response_item') items.set(line.payload.meta.id, line.payload)
    if (line.type !== 'compacted') return []
    return line.payload.view.entries.flatMap((entry) => {
      if (entry.kind !== 'insert') return []
      const { item, sources } = entry
      const at = `line ${index}`
      const named = (ids: readonly string[]): readonly HistoryItem[] =>
        [...new Set(ids)].flatMap((id) => items.get(id) ?? [])
      if (item.meta.origin === 'user') return checkQuoted({ item, at, from: named(sources.flatMap(({ ids }) => ids)) })
      const texts = item.type === 'message' ? textOfParts(item.content).split('\n') : []
      return [
        // What a program put in is fenced on its way to the model.
        ...(item.type === 'message' ? checkConsentOfView([item], fenceTags).map((found) => ({ ...found, at })) : []),
        ...(item.meta.origin === 'assistant' || item.meta.origin === 'tool'
          ? [breach(at, `a view puts ${item.meta.origin} item ${item.meta.id} into the past`)]
          : []),
        ...sources.flatMap(({ line: number, ids }) =>
          texts[number]?.startsWith(USER_QUOTE) === true && named(ids).some((source) => source.meta.origin !== 'user')
            ? [breach(at, `line ${number} of ${item.meta.id} gives to the user what the user did not say`)]
            : [],
        ),
      ]
    })
  })
}

/** How a summary begins a line with words of the user. */
const USER_QUOTE = 'user: '

type Quoted = { readonly item: HistoryItem; readonly at: string; readonly from: readonly HistoryItem[] }

/** A message too long to keep whole: its mark, then nothing but its own lines and a note of what is left out. */
const checkQuoted = ({ item, at, from }: Quoted): Breach[] => {
  if (item.type !== 'message') return [breach(at, `a ${item.type} passes for the user's words`)]
  const said = from.flatMap((source) => (source.meta.origin === 'user' && source.type === 'message' ? [source] : []))
  if (said.length === 0 || said.length !== from.length)
    return [breach(at, `inserted item ${item.meta.id} passes for the user's words and names no words of the user`)]
  const whole = said.map(({ content }) => textOfParts(content).toWellFormed()).join('\n')
  const saidLines = new Set(whole.split('\n'))
  return textOfParts(item.content)
    .split('\n')
    .slice(1)
    .flatMap((text) =>
      saidLines.has(text) || whole.includes(text) || /^… \d+ characters left out …$/.test(text)
        ? []
        : [breach(at, `inserted item ${item.meta.id} says what the user did not: ${shown(text)}`)],
    )
}

/** A call that asked for a person's approval begins after it, and never after a no. */
const checkApprovals = (lines: readonly RolloutLine[]): Breach[] => {
  const asked = new Map<string, string>()
  const answers = new Map<string, string>()
  return lines.flatMap((line, index) => {
    if (line.type !== 'event_msg') return []
    const { msg } = line.payload
    if (msg.type === 'exec_approval_request') asked.set(msg.call_id, msg.request_id)
    if (msg.type === 'approval_resolved') answers.set(msg.request_id, answers.get(msg.request_id) ?? msg.decision)
    const begins =
      msg.type === 'exec_command_begin' || msg.type === 'tool_call_begin' || msg.type === 'patch_apply_begin'
    const request = begins ? asked.get(msg.call_id) : undefined
    if (!begins || request === undefined) return []
    const answer = answers.get(request)
    return answer === 'approved' || answer === 'approved_for_session'
      ? []
      : [breach(`line ${index}`, `call ${msg.call_id} runs, and its approval was ${answer ?? 'never given'}`)]
  })
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 40))

const breach = (at: string, message: string): Breach => ({ law: 'L14', at, message })
