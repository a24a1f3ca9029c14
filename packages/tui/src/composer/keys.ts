/**
 * Bytes of a terminal as keys. A paste is one key, with or without the brackets that a terminal may put around it: several
 * lines that arrive in one burst were never typed, and must not be sent line by line.
 */

export type KeyName =
  | 'enter'
  | 'tab'
  | 'backspace'
  | 'delete'
  | 'escape'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'page_up'
  | 'page_down'

export type Key =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string }
  | {
      readonly type: 'key'
      readonly name: KeyName
      readonly alt: boolean
      readonly ctrl: boolean
      readonly shift: boolean
    }
  /** Ctrl with a letter. */
  | { readonly type: 'ctrl'; readonly letter: string }
  /** Alt with a letter. */
  | { readonly type: 'alt'; readonly letter: string }

export type KeyState = {
  /** What cannot be read before more comes. */
  readonly rest: string
  /** Inside brackets; what came so far, in pieces: joined once, at the end. */
  readonly paste: readonly string[] | null
  /** When the last unbracketed burst ended, milliseconds. */
  readonly burstAt: number | null
}

export const NO_KEYS: KeyState = { rest: '', paste: null, burstAt: null }

/** A lone ESC may be the start of a sequence: this long after it, it was the key. */
export const ESCAPE_WAIT_MS = 40

/** A terminal hands over a long paste in pieces that follow each other within this time. */
const BURST_GAP_MS = 30

const ESC = '\u001b'
const PASTE_START = `${ESC}[200~`
const PASTE_END = `${ESC}[201~`

export type KeyChunk = { readonly text: string; readonly at: number }

export type KeyStep = { readonly state: KeyState; readonly keys: readonly Key[] }

export const readKeys = (state: KeyState, { text, at }: KeyChunk): KeyStep => {
  if (state.paste === null && isBurst(state, text, at))
    return {
      state: { ...state, rest: '', burstAt: at },
      keys: [{ type: 'paste', text: linesOf(state.rest + text) }],
    }
  const keys: Key[] = []
  let { paste } = state
  let rest = state.rest + text
  while (rest !== '') {
    if (paste !== null) {
      // The end mark may be torn: what could begin it stays for the next chunk.
      const end = rest.indexOf(PASTE_END)
      if (end === -1) {
        const kept = tornLength(rest, PASTE_END)
        paste = [...paste, rest.slice(0, rest.length - kept)]
        rest = rest.slice(rest.length - kept)
        break
      }
      keys.push({ type: 'paste', text: linesOf([...paste, rest.slice(0, end)].join('')) })
      paste = null
      rest = rest.slice(end + PASTE_END.length)
    } else if (rest.startsWith(PASTE_START)) {
      paste = []
      rest = rest.slice(PASTE_START.length)
    } else {
      const read = readOne(rest)
      if (read === null) break
      if (read.key !== null) keys.push(read.key)
      rest = rest.slice(read.length)
    }
  }
  return { state: { rest, paste, burstAt: null }, keys }
}

/** The wait for the rest of a sequence is over. */
export const endOfWait = (state: KeyState): KeyStep => {
  if (state.paste !== null || !state.rest.startsWith(ESC)) return { state, keys: [] }
  const after = readKeys({ ...state, rest: '' }, { text: state.rest.slice(1), at: 0 })
  return { state: after.state, keys: [plainKey('escape'), ...after.keys] }
}

/** Two line ends, or one with text behind it: nobody types that into one read. So is what follows at once. */
const isBurst = ({ rest, burstAt }: KeyState, text: string, at: number): boolean => {
  if (rest !== '' || text.includes(ESC)) return false
  if (burstAt !== null && at - burstAt <= BURST_GAP_MS && text.length > 1) return true
  return /[^\r\n][\r\n]+[^\r\n]|[^\r\n]\r?\n?[\r\n]{2,}/.test(text)
}

const linesOf = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

const tornLength = (text: string, mark: string): number => {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (mark.startsWith(text.slice(-length))) return length
  return 0
}

type ReadKey = { readonly key: Key | null; readonly length: number }

const FINALS: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
}

const NUMBERS: Readonly<Record<string, KeyName>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'page_up',
  '6': 'page_down',
  '7': 'home',
  '8': 'end',
}

/** Codes of the kitty protocol and of xterm's modifyOtherKeys. */
const CODES: Readonly<Record<string, KeyName>> = { '9': 'tab', '13': 'enter', '27': 'escape', '127': 'backspace' }

const readOne = (text: string): ReadKey | null => {
  if (text.startsWith(ESC)) return readEscape(text)
  const code = text.charCodeAt(0)
  if (code < 0x20 || code === 0x7f) return { key: controlKey(text[0] ?? ''), length: 1 }
  const length = [...text].findIndex((char) => char < ' ' || char === '\u007f')
  const run = length === -1 ? text : [...text].slice(0, length).join('')
  return { key: { type: 'text', text: run }, length: run.length }
}

const controlKey = (char: string): Key | null => {
  if (char === '\r') return plainKey('enter')
  if (char === '\n') return { type: 'ctrl', letter: 'j' }
  if (char === '\t') return plainKey('tab')
  if (char === '\u007f' || char === '\b') return plainKey('backspace')
  const letter = String.fromCharCode(char.charCodeAt(0) + 0x60)
  return letter >= 'a' && letter <= 'z' ? { type: 'ctrl', letter } : null
}

const readEscape = (text: string): ReadKey | null => {
  if (text.length === 1) return null
  if (text[1] === 'O') {
    if (text.length < 3) return null
    const name = FINALS[text[2] ?? '']
    return { key: name === undefined ? null : plainKey(name), length: 3 }
  }
  if (text[1] === '[') return readSequence(text)
  if (text[1] === ESC) return { key: plainKey('escape'), length: 1 }
  const after = readOne(text.slice(1, 2))
  if (after?.key == null) return { key: null, length: 2 }
  if (after.key.type === 'key') return { key: { ...after.key, alt: true }, length: 2 }
  const char = [...text.slice(1)][0] ?? ''
  return { key: after.key.type === 'text' ? { type: 'alt', letter: char } : after.key, length: 1 + char.length }
}

// The parameters and the final byte of a CSI sequence; what is no key is passed over whole.
const SEQUENCE = new RegExp(`^${ESC}\\[([0-?]*)[ -/]*([@-~])`)

const readSequence = (text: string): ReadKey | null => {
  const match = SEQUENCE.exec(text)
  if (match === null) return text.length > 32 ? { key: null, length: 2 } : null
  const [whole, parameters = '', final = ''] = match
  const [first = '', second = '', third = ''] = parameters.split(/[;:]/)
  const modifiers = Number(final === '~' && first === '27' ? second : second || '1') - 1
  const name = nameOf({ final, first, third })
  const letter = final === 'u' && name === null ? String.fromCodePoint(Number(first) || 0) : ''
  if (letter !== '' && (modifiers & 4) !== 0) return { key: { type: 'ctrl', letter }, length: whole.length }
  if (final === 'Z') return { key: { ...plainKey('tab'), shift: true }, length: whole.length }
  if (name === null) return { key: null, length: whole.length }
  const has = (bit: number): boolean => (modifiers & bit) !== 0
  return { key: { type: 'key', name, shift: has(1), alt: has(2), ctrl: has(4) }, length: whole.length }
}

const nameOf = ({ final, first, third }: { final: string; first: string; third: string }): KeyName | null => {
  if (final === '~') return (first === '27' ? CODES[third] : NUMBERS[first]) ?? null
  return (final === 'u' ? CODES[first] : FINALS[final]) ?? null
}

const plainKey = (name: KeyName): Extract<Key, { type: 'key' }> => ({
  type: 'key',
  name,
  alt: false,
  ctrl: false,
  shift: false,
})
