/**
 * Cuts a shell script into words and operators. Quotes, substitutions, here-documents and comments are read as a shell
 * reads them, so that nothing inside them is taken for a command. Variables stay as written.
 */

export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'operator'; readonly text: string }
  /** The next word is a file or a descriptor, not a word of the command. */
  | { readonly kind: 'redirect' }

/** Longest first, so that `&&` is not read as `&` twice. */
const REDIRECTS = ['&>>', '<<<', '&>', '>>', '>&', '>|', '<&', '<>', '>', '<'] as const
const OPERATORS = ['&&', '||', ';;', '|&', ';', '|', '&', '(', ')', '\n'] as const

/** Substitutions inside substitutions deeper than this are not read. */
const DEPTH_MAX = 50

type Heredoc = { readonly end: string; readonly stripsTabs: boolean }

type Reader = { readonly script: string; at: number; depth: number; heredocs: Heredoc[] }

/** `null`: a quote, substitution or here-document is never closed, so no shell ran this. */
export const shellTokens = (script: string): readonly Token[] | null =>
  readTokens({ script: script.replaceAll('\r\n', '\n'), at: 0, depth: 0, heredocs: [] }, 'end of text')

/** Reads up to the end of the text, or past the `)` that closes a substitution. */
const readTokens = (reader: Reader, until: 'end of text' | ')'): readonly Token[] | null => {
  const tokens: Token[] = []
  let open = 0
  while (reader.at < reader.script.length) {
    if (skipBlank(reader)) continue
    const token = readToken(reader)
    if (token === null) return null
    if (token.kind === 'operator' && token.text === ')' && until === ')' && open === 0) return tokens
    if (token.kind === 'operator') open += token.text === '(' ? 1 : token.text === ')' ? -1 : 0
    tokens.push(token)
  }
  // A document whose end is missing is closed by the end of the text, with a warning only.
  return until === 'end of text' ? tokens : null
}

/** Blanks, continued lines and comments; true where there was one. */
const skipBlank = (reader: Reader): boolean => {
  const blank = /(?:[ \t]|\\\n)+|#[^\n]*/y
  blank.lastIndex = reader.at
  const found = blank.exec(reader.script)
  if (found === null) return false
  reader.at += found[0].length
  return true
}

const readToken = (reader: Reader): Token | null => {
  const isAhead = (text: string): boolean => reader.script.startsWith(text, reader.at)
  if (isAhead('<<') && !isAhead('<<<')) return readHeredocStart(reader)
  if (isAhead('<(') || isAhead('>(')) return readWord(reader)
  const redirect = REDIRECTS.find(isAhead)
  if (redirect !== undefined) {
    reader.at += redirect.length
    return { kind: 'redirect' }
  }
  const operator = OPERATORS.find(isAhead)
  if (operator === undefined) return readWord(reader)
  reader.at += operator.length
  if (operator === '\n') skipHeredocBodies(reader)
  return { kind: 'operator', text: operator === '\n' ? ';' : operator }
}

const readHeredocStart = (reader: Reader): Token | null => {
  const start = /<<(-?)[ \t]*/y
  start.lastIndex = reader.at
  const found = start.exec(reader.script)
  reader.at += found?.[0].length ?? 2
  const word = readWord(reader)
  if (word === null || word.kind !== 'word') return null
  reader.heredocs.push({ end: word.text, stripsTabs: found?.[1] === '-' })
  return { kind: 'word', text: '', isQuoted: false }
}

const skipHeredocBodies = (reader: Reader): void => {
  for (const { end, stripsTabs } of reader.heredocs.splice(0))
    for (let isInside = true; isInside && reader.at < reader.script.length; ) {
      const lineEnd = reader.script.indexOf('\n', reader.at)
      const next = lineEnd === -1 ? reader.script.length : lineEnd
      const line = reader.script.slice(reader.at, next)
      isInside = (stripsTabs ? line.replace(/^\t+/, '') : line) !== end
      reader.at = Math.min(next + 1, reader.script.length)
    }
}

/** One piece of a word: its text and how far it reaches; `null` where it is not closed. */
type Piece = { readonly text: string; readonly isQuoted: boolean } | null

const readWord = (reader: Reader): Token | null => {
  let text = ''
  let isQuoted = false
  while (reader.at < reader.script.length) {
    const char = reader.script[reader.at] ?? ''
    const isSubstitution = /[<>]/.test(char) && reader.script[reader.at + 1] === '('
    if (/[\s;|&()<>]/.test(char) && !isSubstitution) {
      // `2>` names a descriptor: the digits are part of the redirection.
      if (/[<>]/.test(char) && /^\d+$/.test(text) && !isQuoted) return { kind: 'word', text: '', isQuoted: false }
      break
    }
    const piece = readPiece(reader, char)
    if (piece === null) return null
    text += piece.text
    isQuoted ||= piece.isQuoted
  }
  return { kind: 'word', text, isQuoted }
}

const readPiece = (reader: Reader, char: string): Piece => {
  const next = reader.script[reader.at + 1] ?? ''
  if (char === "'") return readSingleQuoted(reader)
  if (char === '"') return readDoubleQuoted(reader)
  if (char === '$' && next === "'") return readAnsiQuoted(reader)
  if (char === '`') return readBackticks(reader)
  if (next === '(' && /[$<>]/.test(char)) return readSubstitution(reader)
  if (char === '\\') {
    reader.at += 2
    return { text: next === '\n' ? '' : next, isQuoted: next !== '\n' }
  }
  reader.at += 1
  return { text: char, isQuoted: false }
}

const readSingleQuoted = (reader: Reader): Piece => {
  const end = reader.script.indexOf("'", reader.at + 1)
  if (end === -1) return null
  const text = reader.script.slice(reader.at + 1, end)
  reader.at = end + 1
  return { text, isQuoted: true }
}

const readAnsiQuoted = (reader: Reader): Piece => {
  const quoted = /\$'((?:[^'\\]|\\[\s\S])*)'/y
  quoted.lastIndex = reader.at
  const found = quoted.exec(reader.script)
  if (found === null) return null
  reader.at += found[0].length
  return { text: found[1] ?? '', isQuoted: true }
}

const readBackticks = (reader: Reader): Piece => {
  const quoted = /`(?:[^`\\]|\\[\s\S])*`/y
  quoted.lastIndex = reader.at
  const found = quoted.exec(reader.script)
  if (found === null) return null
  reader.at += found[0].length
  return { text: '$()', isQuoted: true }
}

const readDoubleQuoted = (reader: Reader): Piece => {
  reader.at += 1
  let text = ''
  while (reader.at < reader.script.length) {
    const char = reader.script[reader.at] ?? ''
    const next = reader.script[reader.at + 1] ?? ''
    if (char === '"') {
      reader.at += 1
      return { text, isQuoted: true }
    }
    if (char === '\\') {
      text += /["\\$`]/.test(next) ? next : next === '\n' ? '' : `\\${next}`
      reader.at += 2
      continue
    }
    const piece =
      char === '$' && next === '('
        ? readSubstitution(reader)
        : char === '`'
          ? readBackticks(reader)
          : plain(reader, char)
    if (piece === null) return null
    text += piece.text
  }
  return null
}

const plain = (reader: Reader, char: string): Piece => {
  reader.at += 1
  return { text: char, isQuoted: true }
}

/** `$(…)`, `$((…))`, `<(…)`, `>(…)`: what is inside runs elsewhere and its exit code is not the command's. */
const readSubstitution = (reader: Reader): Piece => {
  if (reader.script.startsWith('$((', reader.at)) {
    const end = reader.script.indexOf('))', reader.at)
    if (end !== -1) {
      reader.at = end + 2
      return { text: '$()', isQuoted: true }
    }
  }
  if (reader.depth >= DEPTH_MAX) return null
  const inner: Reader = { script: reader.script, at: reader.at + 2, depth: reader.depth + 1, heredocs: [] }
  if (readTokens(inner, ')') === null) return null
  reader.at = inner.at
  return { text: '$()', isQuoted: true }
}
