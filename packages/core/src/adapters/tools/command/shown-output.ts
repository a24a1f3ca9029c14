/** What a terminal would show of an output in the end: colours gone, and of a line that overwrote itself only the last state. Pure. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes begin with a control character
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

/** A carriage return at the end of a line belongs to the line's end, not to a progress bar. */
export const shownOutput = (output: string): string => {
  const uncoloured = output.includes('\u001b') ? output.replaceAll(ESCAPES, '') : output
  return uncoloured.includes('\r') ? uncoloured.split('\n').map(lastState).join('\n') : uncoloured
}

const lastState = (line: string): string => {
  const ending = line.endsWith('\r') ? '\r' : ''
  const states = line.split('\r')
  return `${states.findLast((state) => state !== '') ?? ''}${ending}`
}
