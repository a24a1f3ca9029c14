/** Cuts one page of lines out of a stream of bytes, holding never more than the page and one chunk. */
import type { Encoding } from './text-file.ts'

/** About 10k tokens: a page that the caller's own cap leaves whole. */
export const PAGE_CHARACTERS_MAX = 32_000

export type PageOrder = {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly encoding: Encoding
  /** Counted from 1, both inclusive. */
  readonly start: number
  readonly end: number
}

export type Page = {
  /** With each line's own ending. */
  readonly text: string
  readonly lastLine: number
  /** Lines passed on the way, the page among them. */
  readonly linesSeen: number
  readonly stopped: 'at_end' | 'as_asked' | 'page_full' | 'line_cut'
}

/** Stops reading as soon as the page is settled. Throws a `TypeError` where the text up to there is not UTF-8 after all. */
export const readPage = async ({ chunks, encoding, start, end }: PageOrder): Promise<Page> => {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  let line = 1
  let text = ''
  let begun = false
  const page = (stopped: Page['stopped'], lastLine: number): Page => ({
    text,
    lastLine,
    linesSeen: begun ? line : line - 1,
    stopped,
  })
  for await (const chunk of chunks) {
    let rest = decoder.decode(chunk, { stream: true })
    while (rest !== '') {
      if (line > end) return page('as_asked', end)
      const newline = rest.indexOf('\n')
      const part = newline < 0 ? rest : rest.slice(0, newline + 1)
      rest = rest.slice(part.length)
      if (line >= start) {
        if (text.length + part.length > PAGE_CHARACTERS_MAX) {
          const lineStart = text.lastIndexOf('\n') + 1
          if (lineStart === 0) return { ...cutLine(text + part, line), linesSeen: line }
          text = text.slice(0, lineStart)
          return page('page_full', line - 1)
        }
        text += part
      }
      begun = newline < 0
      if (newline >= 0) line += 1
    }
  }
  decoder.decode()
  return page('at_end', begun ? line : line - 1)
}

/** The first line of the page does not fit: its beginning, never half a character. */
const cutLine = (text: string, line: number): Omit<Page, 'linesSeen'> => ({
  text: text.slice(0, PAGE_CHARACTERS_MAX).replace(/[\uD800-\uDBFF]$/, ''),
  lastLine: line,
  stopped: 'line_cut',
})
