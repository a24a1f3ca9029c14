/** A text as lines that each keep their own ending, so that what a patch does not touch stays byte for byte. Pure. */

export type FileLine = { readonly text: string; readonly ending: '' | '\n' | '\r\n' }

export const splitLines = (text: string): readonly FileLine[] => {
  const lines = text.split('\n').map((line, index, all): FileLine => {
    if (index === all.length - 1) return { text: line, ending: '' }
    return line.endsWith('\r') ? { text: line.slice(0, -1), ending: '\r\n' } : { text: line, ending: '\n' }
  })
  if (lines.at(-1)?.text === '') lines.pop()
  return lines
}

export const joinLines = (lines: readonly FileLine[]): string => lines.map(({ text, ending }) => text + ending).join('')

/** What most lines end with; for a file of less than two lines, a line feed. */
export const usualEnding = (lines: readonly FileLine[]): '\n' | '\r\n' => {
  const crlf = lines.filter(({ ending }) => ending === '\r\n').length
  const lf = lines.filter(({ ending }) => ending === '\n').length
  return crlf > lf ? '\r\n' : '\n'
}
