/**
 * Text of tools and models made harmless: what they say reaches the screen, what would move the cursor, colour, erase, ring
 * or write to the clipboard does not. Whole sequences are dropped; a lone control character is shown as its picture.
 */

const ESC = '\u001b'
const BELL = '\u0007'
const CSI = '\u009b'

/** CSI, OSC and the other string sequences with their ends, then any two-byte escape. */
const SEQUENCES = new RegExp(
  [
    `${ESC}\\[[0-?]*[ -/]*[@-~]`,
    `${ESC}[\\]PX^_][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)?`,
    `${ESC}[ -/]*[0-~]`,
    `${CSI}[0-?]*[ -/]*[@-~]`,
  ].join('|'),
  'g',
)

/** C0 but newline, DEL, C1, and what turns the direction of writing (a file name must not read backwards). */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

const SUSPECT = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\p{Cs}]/u

const TAB = '    '

/** Several lines stay several lines; tabs become four spaces; a line written over by a carriage return shows what was left. */
export const cleanText = (text: string): string => {
  if (!SUSPECT.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(SEQUENCES, '')
    .replaceAll(/\r+\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.trimEnd().lastIndexOf('\r') + 1))
    .join('\n')
    .replaceAll(CONTROLS, picture)
}

/** As {@link cleanText}, on one line. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ').trim()

const PICTURES_START = 0x24_00
const DEL = 0x7f

const picture = (control: string): string => {
  if (control === '\t') return TAB
  if (control === '\r') return ''
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(PICTURES_START + code)
  return code === DEL ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
