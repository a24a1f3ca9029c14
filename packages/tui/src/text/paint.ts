/** Rows as bytes for a terminal: each tone gets its colour, or none where the user wants none. */
import type { Row, Tone } from './row.ts'

/** `none`: NO_COLOR, TERM=dumb or no terminal at all. */
export type Palette = 'none' | 'ansi'

const SGR: Readonly<Record<Tone, string>> = {
  plain: '',
  dim: '2',
  bold: '1',
  italic: '3',
  accent: '36',
  heading: '1;36',
  good: '32',
  bad: '31',
  warn: '33',
  code: '36',
  keyword: '35',
  string: '32',
  comment: '2;3',
  number: '33',
  link: '4;34',
  added: '32',
  removed: '31',
  user: '1',
  inverse: '7',
}

const RESET = '\u001b[0m'

export const paintRow = (spans: Row, palette: Palette): string =>
  spans
    .map(({ text, tone }) => {
      const code = SGR[tone]
      return palette === 'none' || code === '' || text === '' ? text : `\u001b[${code}m${text}${RESET}`
    })
    .join('')
