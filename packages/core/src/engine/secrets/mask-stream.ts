/**
 * Masks a text that comes in pieces, as a command writes it: a secret that two pieces share is in neither of them, so a line
 * waits until it is whole, and a key in PEM form until its last line. Pure but for what it holds.
 */

export type StreamMask = {
  /** What may be told by now. */
  push(text: string): string
  /** The rest: nothing comes any more. */
  end(): string
}

/** A line that grows beyond this is told in pieces all the same. */
const HELD_CHARACTERS_MAX = 16_384

export const openStreamMask = (mask: (text: string) => string): StreamMask => {
  let held = ''
  const tell = (length: number): string => {
    const told = held.slice(0, length)
    held = held.slice(length)
    return told === '' ? '' : mask(told)
  }
  return {
    push: (text) => {
      held += text
      return tell(held.length > HELD_CHARACTERS_MAX ? held.length : wholeLength(held))
    },
    end: () => tell(held.length),
  }
}

/** Up to the last line end (a progress bar's too), or to the line on which a key block begins that has not ended. */
const wholeLength = (text: string): number => {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
  const begin = text.lastIndexOf('-----BEGIN ', end)
  if (begin === -1 || text.slice(begin, end).includes('-----END ')) return end
  return text.lastIndexOf('\n', begin) + 1
}
