/** One page of a text that may be any size; lines stay whole where they can. Pure. */

/** About 7k tokens: below the cap that every tool's output has. */
export const PAGE_CHARACTERS = 24_000

/** `null` where there is no such page. Pages together are the whole text. */
export const pageOf = (text: string, page: number): string | null => {
  let start = 0
  for (let number = 1; number < page; number += 1) {
    start = endOfPage(text, start)
    if (start >= text.length) return null
  }
  const end = endOfPage(text, start)
  const more =
    end < text.length
      ? `\n[page ${page}, characters ${start} to ${end} of ${text.length}; go on with page ${page + 1}]`
      : ''
  return `${text.slice(start, end)}${more}`
}

const endOfPage = (text: string, start: number): number => {
  const far = start + PAGE_CHARACTERS
  if (far >= text.length) return text.length
  const newline = text.lastIndexOf('\n', far - 1)
  if (newline > start) return newline + 1
  const splits = text.charCodeAt(far) >= 0xdc00 && text.charCodeAt(far) <= 0xdfff
  return splits ? far - 1 : far
}
