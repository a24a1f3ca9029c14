/** One page of a text that may be any size; lines stay whole where they can. Pure. */

/** About 7k tokens: below the cap that every tool's output has. */
export const PAGE_CHARACTERS = 24_000

export type Page = {
  readonly text: string
  readonly page: number
  /** `null`: this is the last. */
  readonly next: number | null
  /** In UTF-16 units, of all pages together. */
  readonly start: number
  readonly end: number
  readonly characters: number
}

/** `null` where there is no such page; the first is always there. Pages together are the whole text. */
export const pageOf = (text: string, page: number): Page | null => {
  let start = 0
  for (let number = 1; number < page; number += 1) {
    start = endOfPage(text, start)
    if (start >= text.length) return null
  }
  const end = endOfPage(text, start)
  const next = end < text.length ? page + 1 : null
  return { text: text.slice(start, end), page, next, start, end, characters: text.length }
}

const endOfPage = (text: string, start: number): number => {
  const far = start + PAGE_CHARACTERS
  if (far >= text.length) return text.length
  const newline = text.lastIndexOf('\n', far - 1)
  if (newline > start) return newline + 1
  const splits = text.charCodeAt(far) >= 0xdc00 && text.charCodeAt(far) <= 0xdfff
  return splits ? far - 1 : far
}
