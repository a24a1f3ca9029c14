/** What was true of a thread when a request was sent, read from the lines its log had then. */
import { type HistoryItem, textOfItem, textOfParts } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { RequestFacts } from './facts.ts'
import { insideFence } from './fenced.ts'
import { LogReading } from './log-reading.ts'

type OpenTurn = { readonly id: string; readonly isUsers: boolean; live: string | null }

export class ThreadFacts {
  readonly reading = new LogReading()
  readonly #encrypted = new Set<string>()
  /** Items of the context, and how many items there were before each. */
  #told: { readonly place: number; readonly item: HistoryItem }[] = []
  /** Facts that were pinned when a compaction wrote its view. */
  readonly #factsThen = new Map<string, readonly string[]>()
  #turn: OpenTurn | null = null
  #windowTokens: number | null = null
  #outputMax = OUTPUT_MAX_DEFAULT

  take(line: RolloutLine): void {
    this.reading.take(line)
    if (line.type === 'response_item') this.#takeItem(line.payload)
    if (line.type === 'rollback') this.#told = this.#told.filter(({ place }) => place < this.reading.items.length)
    if (line.type === 'turn_context') this.#windowTokens = line.payload.context_window ?? this.#windowTokens
    if (line.type === 'compacted') {
      this.#factsThen.set(line.payload.id, this.#facts())
      for (const entry of line.payload.view.entries) if (entry.kind === 'insert') this.#takeOpaque(entry.item)
    }
    if (line.type !== 'event_msg') return
    const { msg } = line.payload
    if (msg.type === 'session_configured') {
      this.#windowTokens = msg.context_window
      this.#outputMax = msg.settings.model.max_output_tokens ?? OUTPUT_MAX_DEFAULT
    }
    if (msg.type === 'turn_started') this.#turn = { id: msg.turn_id, isUsers: msg.origin === 'user', live: null }
    if (msg.type === 'turn_complete' || msg.type === 'turn_aborted') this.#turn = null
  }

  /** `instructions` where the caller knows better than the log. */
  facts(instructions: readonly string[] | null): Omit<RequestFacts, 'bytesMax' | 'fenceTags'> {
    const tokens = this.#windowTokens
    return {
      window:
        tokens === null
          ? null
          : { tokens, outputReserve: Math.min(this.#outputMax, Math.floor(tokens / OUTPUT_SHARE)) },
      sacred: [...(instructions ?? this.#instructionsNow()), ...this.#factsInView()],
      live: this.#turn?.isUsers === true && this.#turn.live !== '' ? this.#turn.live : null,
      encrypted: this.#encrypted,
    }
  }

  #takeItem(item: HistoryItem): void {
    this.#takeOpaque(item)
    if (item.meta.origin === 'context') this.#told.push({ place: this.reading.items.length - 1, item })
    if (this.#turn === null || item.type !== 'message' || item.meta.origin !== 'user') return
    if (item.meta.turn_id === this.#turn.id) this.#turn.live = textOfParts(item.content)
  }

  #takeOpaque(item: HistoryItem): void {
    if ((item.type === 'reasoning' || item.type === 'compaction') && typeof item.encrypted_content === 'string')
      this.#encrypted.add(item.encrypted_content)
  }

  #facts(): readonly string[] {
    return this.reading.pins.flatMap((pin) => (pin.kind === 'fact' ? [pin.text] : []))
  }

  /** Those pinned since enter the view with the next compaction. */
  #factsInView(): readonly string[] {
    const then = this.#factsThen.get(this.reading.active?.entry.id ?? '') ?? []
    return this.#facts().filter((text) => then.includes(text))
  }

  /** The newest of each path: a compaction reads them all again, and what was told since counts over its view. */
  #instructionsNow(): readonly string[] {
    const { renewing } = this.reading
    const inserted =
      renewing?.entry.view.entries.flatMap((entry) => (entry.kind === 'insert' ? [entry.item] : [])) ?? []
    const renewed = inserted.filter(({ meta }) => meta.origin === 'context')
    const from = renewed.length === 0 ? 0 : (renewing?.itemsThen ?? 0)
    const since = this.#told.flatMap(({ place, item }) => (place >= from ? [item] : []))
    return instructionsAfter([...renewed, ...since])
  }
}

/** Where nobody says how long an answer may be. */
const OUTPUT_MAX_DEFAULT = 8_192
const OUTPUT_SHARE = 8

const HEAD = /^<[a-z0-9_]+ path="([^"]*)"(?: state="([a-z]+)")?(?: item="([^"]*)")?/

const instructionsAfter = (told: readonly HistoryItem[]): readonly string[] => {
  const texts = new Map<string, string>()
  for (const item of told) {
    const text = instructionsIn(item)
    if (text === null) continue
    const [, path = '', state, first] = HEAD.exec(textOfItem(item)) ?? []
    const meant = state === 'reverted' ? told.find(({ meta }) => meta.id === first) : item
    const counts = state === 'removed' || meant === undefined ? null : instructionsIn(meant)
    if (counts === null) texts.delete(path)
    else texts.set(path, counts)
  }
  return [...texts.values()]
}

const instructionsIn = (item: HistoryItem): string | null =>
  item.type === 'message' && item.meta.origin === 'context'
    ? insideFence(textOfItem(item), ['project_instructions'])
    : null
