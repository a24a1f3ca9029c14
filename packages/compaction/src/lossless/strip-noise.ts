/** Tool output as lines worth reading: no colours, no progress bars, no line-number gutters, no empty lines. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes begin with a control character
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would not show
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0085\u2028\u2029]/g

/** The number an editor or `cat -n` puts in front of a line. */
const GUTTER = /^ *\d+(?:→|\t| ?[|│] )/

/** Nothing but bars, dots, per cent and figures. */
const NOISE = /^[\s\d%.,:;/\\|=+*#_<>()[\]{}~^"'`·•░▒▓█▏▎▍▌▋▊▉─━│┃┌┐└┘├┤┬┴┼╭╮╯╰⠁-⣿-]*$/

export const plainLines = (text: string): readonly string[] => {
  const plain = text.includes('\u001b') ? text.replaceAll(ESCAPES, '') : text
  const lines: string[] = []
  for (const raw of plain.split('\n')) {
    const line = plainLine(raw)
    if (line !== '' && !NOISE.test(line)) lines.push(line)
  }
  return lines
}

const plainLine = (raw: string): string => {
  // A progress bar overwrites itself: only its last state was ever readable.
  const shown = raw.includes('\r') ? (raw.replace(/\r+$/, '').split('\r').at(-1) ?? '') : raw
  return shown.replace(GUTTER, '').replaceAll(CONTROLS, ' ').trim()
}
