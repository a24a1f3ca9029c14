/** Tool output as lines worth reading: no colours, no progress bars, no line-number gutters, no empty lines. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes begin with a control character
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would not show
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/g

/** The number an editor or `cat -n` puts in front of a line. */
const GUTTER = /^\d+(?:→|\t| ?[|│] )/

/** Nothing but bars, dots, per cent and figures. */
const NOISE = /^[\s\d%.,:;/\\|=+*#_<>()[\]{}~^"'`·•░▒▓█▏▎▍▌▋▊▉─━│┃┌┐└┘├┤┬┴┼╭╮╯╰⠁-⣿-]*$/

export const plainLines = (text: string): readonly string[] => {
  const uncoloured = text.includes('\u001b') ? text.replaceAll(ESCAPES, '') : text
  // A progress bar overwrites itself: only its last state was ever readable.
  const shown = uncoloured.includes('\r') ? uncoloured.split('\n').map(lastState).join('\n') : uncoloured
  const lines: string[] = []
  for (const raw of shown.replaceAll(CONTROLS, ' ').split('\n')) {
    const line = plainLine(raw)
    if (line !== '') lines.push(line)
  }
  return lines
}

const lastState = (raw: string): string => raw.replace(/\r+$/, '').split('\r').at(-1) ?? ''

/** Most lines begin with a letter, and need no second look. */
const plainLine = (raw: string): string => {
  const line = raw.trim()
  if (isLetter(line.charCodeAt(0))) return line
  const bare = line.replace(GUTTER, '').trim()
  return NOISE.test(bare) ? '' : bare
}

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
