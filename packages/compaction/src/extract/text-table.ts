/**
 * Texts as numbers, each held once: open addressing over plain arrays, as a long session has millions of lines and a map of
 * strings takes forty bytes more for each.
 */
import { type TextStore, wholeTexts } from './text-store.ts'

const SLOTS_MIN = 256
/** Of the slots, before there are more. */
const LOAD_MAX = 0.7

export class TextTable {
  readonly #texts: TextStore
  /** One more than the number of its text; 0 for none. */
  #slots = new Int32Array(SLOTS_MIN)

  constructor(texts: TextStore = wholeTexts()) {
    this.#texts = texts
  }

  get size(): number {
    return this.#texts.size
  }

  textOf(number: number): string {
    return this.#texts.at(number)
  }

  /** `isNew`: it was not there; then its number is the greatest. */
  numberOf(text: string): { readonly number: number; readonly isNew: boolean } {
    const slot = this.#slotOf(text)
    const known = (this.#slots[slot] ?? 0) - 1
    if (known !== -1) return { number: known, isNew: false }
    this.#texts.push(text)
    this.#slots[slot] = this.#texts.size
    if (this.#texts.size > this.#slots.length * LOAD_MAX) this.#grow()
    return { number: this.#texts.size - 1, isNew: true }
  }

  find(text: string): number | undefined {
    const number = (this.#slots[this.#slotOf(text)] ?? 0) - 1
    return number === -1 ? undefined : number
  }

  /** Where the text is, or would be. */
  #slotOf(text: string): number {
    const mask = this.#slots.length - 1
    for (let slot = hashOf(text) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? 0) - 1
      if (number === -1 || this.#texts.isAt(number, text)) return slot
    }
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let number = 0; number < this.#texts.size; number += 1) {
      let slot = hashOf(this.textOf(number)) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

/** FNV-1a over the code units, stirred once more: a table looks at the low bits alone. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash ^ (hash >>> 15)
}
