/** Texts by number: whole, or as places in the longer texts they were cut from, which are held anyway. */
import { IntList } from './int-list.ts'

export type TextStore = {
  readonly size: number
  push(text: string): void
  /** The empty text beyond the end. */
  at(number: number): string
  isAt(number: number, text: string): boolean
}

export const wholeTexts = (): TextStore => {
  const texts: string[] = []
  return {
    get size() {
      return texts.length
    },
    push: (text) => {
      texts.push(text)
    },
    at: (number) => texts[number] ?? '',
    isAt: (number, text) => texts[number] === text,
  }
}

/** A text that was changed on the way is in no source. Looking for many such would read the source again and again. */
const MISSES_MAX = 3

/** A piece of a string is an object of forty bytes; a place takes six to twelve. */
export class Pieces implements TextStore {
  readonly #sources: string[] = []
  readonly #source = new IntList()
  readonly #starts = new IntList()
  readonly #lengths = new IntList()
  #open = ''
  #isKept = false
  #cursor = 0
  #misses = 0

  /** Where the next texts come from, by the places where they begin. */
  readFrom(source: string): void {
    if (source === this.#open) return
    this.#open = source
    this.#isKept = false
    this.#cursor = 0
    this.#misses = 0
  }

  get size(): number {
    return this.#source.length
  }

  push(text: string): void {
    const start = this.#misses < MISSES_MAX ? this.#open.indexOf(text, this.#cursor) : -1
    if (start === -1) {
      this.#misses += 1
      this.#sources.push(text)
      this.#isKept = false
    } else {
      if (!this.#isKept) this.#sources.push(this.#open)
      this.#isKept = true
      // The next one may begin in this one: the end of a path is a name of its own.
      this.#cursor = start
    }
    this.#source.push(this.#sources.length - 1)
    this.#starts.push(Math.max(0, start))
    this.#lengths.push(text.length)
  }

  at(number: number): string {
    const start = this.#starts.at(number)
    return this.#sources[this.#source.at(number)]?.slice(start, start + this.#lengths.at(number)) ?? ''
  }

  isAt(number: number, text: string): boolean {
    return this.#lengths.at(number) === text.length && this.at(number) === text
  }
}
