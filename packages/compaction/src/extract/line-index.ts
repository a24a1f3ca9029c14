/**
 * Every line of a log that may be quoted, read once as its item arrives: a plan then only walks over numbers. Each text is
 * held once, however often it was said, and its identifiers are numbers in the table of the log.
 */
import type { HistoryItem } from '@rawr/protocol'
import { type History, itemAt } from '../history/history.ts'
import { ReadViews } from '../lossless/superseded-reads.ts'
import { IntList } from './int-list.ts'
import { type KeyTable, keyTableOf } from './key-table.ts'
import { hasCue, isTooShort, type Said, saidIn, type Voice } from './read-lines.ts'
import { Pieces } from './text-store.ts'
import { TextTable } from './text-table.ts'

const VOICES: readonly Voice[] = ['user', 'assistant', 'call', 'edit', 'result']
const VOICE_MASK = 0b111
const SUBJECT_SHIFT = 4

export class LineIndex {
  readonly reads = new ReadViews()
  readonly #table: KeyTable
  readonly #pieces = new Pieces()
  readonly #texts = new TextTable(this.#pieces)
  /** Of each text, where its identifiers end; they begin where those of the text before end. */
  readonly #keyEnds = new IntList()
  readonly #keys = new IntList()
  /** Of each line. */
  readonly #positions = new IntList()
  readonly #lineTexts = new IntList()
  /** Subject, voice and cue in one number; of the subject one more than its own, 0 where the line has none. */
  readonly #said = new IntList()
  readonly #subjects: string[] = []
  #through = 0
  /** Texts that were not looked into yet, oldest first. */
  #waiting: { readonly position: number; readonly said: Said }[] = []
  /** Of the first of them, how many were. */
  #looked = 0
  #waitingTexts = 0

  constructor(table: KeyTable) {
    this.#table = table
  }

  /** How many items were read. */
  get through(): number {
    return this.#through
  }

  get lineCount(): number {
    return this.#positions.length
  }

  get textCount(): number {
    return this.#texts.size
  }

  /** How many texts wait for {@link LineIndex.look}. */
  get waitingTexts(): number {
    return this.#waitingTexts
  }

  /** Its texts wait. */
  take(item: HistoryItem): void {
    const position = this.#through
    this.#through += 1
    this.reads.note(item, position)
    for (const said of saidIn(item)) {
      this.#waiting.push({ position, said })
      this.#waitingTexts += said.texts.length
    }
  }

  /** Looks into so many of the texts that wait. */
  look(textsMax: number): void {
    let left = Math.min(textsMax, this.#waitingTexts)
    this.#waitingTexts -= left
    let done = 0
    for (const { position, said } of this.#waiting) {
      const end = Math.min(said.texts.length, this.#looked + left)
      left -= end - this.#looked
      this.#pieces.readFrom(said.source ?? '')
      this.#table.readFrom(said.source ?? '')
      for (; this.#looked < end; this.#looked += 1) {
        this.#add(said.texts[this.#looked] ?? '', said, position)
      }
      if (end < said.texts.length) break
      done += 1
      this.#looked = 0
    }
    this.#waiting = this.#waiting.slice(done)
  }

  #add(text: string, { voice, subject }: Said, position: number): void {
    if (isTooShort(text)) return
    const numbers = this.#table.numbersIn(text)
    const isCue = hasCue(text, voice)
    if (numbers.length === 0 && !isCue) return
    this.#positions.push(position)
    this.#lineTexts.push(this.#numberOf(text, numbers))
    const told = this.#subjectNumber(subject ?? null)
    this.#said.push((told << SUBJECT_SHIFT) | (VOICES.indexOf(voice) << 1) | (isCue ? 1 : 0))
  }

  /** Position in the log of the item that has the line. */
  positionOf(line: number): number {
    return this.#positions.at(line)
  }

  /** Equal for lines of equal text. */
  textNumber(line: number): number {
    return this.#lineTexts.at(line)
  }

  textOf(line: number): string {
    return this.#texts.textOf(this.#lineTexts.at(line))
  }

  voiceOf(line: number): Voice {
    return VOICES[(this.#said.at(line) >> 1) & VOICE_MASK] ?? 'result'
  }

  hasCue(line: number): boolean {
    return this.#said.at(line) % 2 === 1
  }

  subjectOf(line: number): string | null {
    const subject = this.#said.at(line) >>> SUBJECT_SHIFT
    return subject === 0 ? null : (this.#subjects[subject - 1] ?? null)
  }

  /** Its identifiers, in the table of the log. */
  numbersOf(line: number): readonly number[] {
    const text = this.#lineTexts.at(line)
    const start = text === 0 ? 0 : this.#keyEnds.at(text - 1)
    const end = this.#keyEnds.at(text)
    const keys = this.#keys
    // Written out for the many short lines: an array that grows has room for more than a dozen.
    if (end === start) return NONE
    if (end === start + 1) return [keys.at(start)]
    if (end === start + 2) return [keys.at(start), keys.at(start + 1)]
    if (end === start + 3) return [keys.at(start), keys.at(start + 1), keys.at(start + 2)]
    const numbers: number[] = []
    for (let at = start; at < end; at += 1) numbers.push(keys.at(at))
    return numbers
  }

  #numberOf(text: string, keys: readonly number[]): number {
    const { number, isNew } = this.#texts.numberOf(text)
    if (!isNew) return number
    for (const key of keys) this.#keys.push(key)
    this.#keyEnds.push(this.#keys.length)
    return number
  }

  /** Edited lines come file by file. */
  #subjectNumber(subject: string | null): number {
    if (subject === null) return 0
    if (this.#subjects.at(-1) !== subject) this.#subjects.push(subject)
    return this.#subjects.length
  }
}

const NONE: readonly number[] = []

const indexes = new WeakMap<object, LineIndex>()

/** Everything of the log. */
export const lineIndexOf = (history: History): LineIndex => {
  const index = openIndex(history)
  index.look(Number.POSITIVE_INFINITY)
  return index
}

/** So many lines take about a twentieth of a millisecond: with the facts of a large result an item stays well below a fifth. */
const TEXTS_AT_ONCE = 20

/** More than these are never left for a plan to read. */
const TEXTS_LEFT_MAX = 200

/** How many items of the log were read; nothing is read for it. */
export const itemsRead = (history: History): number => indexes.get(history.shared)?.through ?? 0

/** Some of what came: the rest of a large result is read when the next items arrive. Says how many texts wait then. */
export const readLinesAhead = (history: History): number => {
  const index = openIndex(history)
  index.look(TEXTS_AT_ONCE)
  return index.waitingTexts
}

const takeSome = (index: LineIndex, item: HistoryItem): void => {
  index.take(item)
  index.look(Math.max(0, index.waitingTexts - TEXTS_LEFT_MAX))
}

/** One index per shared log; a version that ends before what was read gets one of its own. */
const openIndex = (history: History): LineIndex => {
  const known = indexes.get(history.shared)
  const index = known === undefined || known.through > history.length ? new LineIndex(keyTableOf(history)) : known
  if (known === undefined) indexes.set(history.shared, index)
  for (let item = itemAt(history, index.through); item !== undefined; item = itemAt(history, index.through))
    takeSome(index, item)
  return index
}
