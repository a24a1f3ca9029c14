/**
 * Reads a command line that is nothing but plain words joined by `&&`, `||`, `;` and `|`. Whatever could make a word mean more
 * than its text (expansion, substitution, redirection to a file, a group, a background job) gives `null`: who asks wants
 * certainty, not a guess. Pure.
 */

export type PlainCommand = readonly string[]

/** Redirections that write no file. */
const HARMLESS_REDIRECTION = /^(?:2>&1|[12]?>\s?\/dev\/null|&>\s?\/dev\/null|<\s?\/dev\/null)(?=\s|$|[;|&])/
const JOINER = /^(?:&&|\|\||;|\||\n)/
/** Braces make words of their own, and `#` a comment where a word would start. */
const BARE_TEXT = /^(?:[^\s'"\\$`;&|<>(){}#]|(?<=[^\s])#)+/
/** Expands to names of files, which may look like flags: `-*` becomes whatever a file there is called. */
const LEADING_GLOB = /^(?:[*?[]|-[^\s'"\\=;&|]*[*?[])/
const SINGLE_QUOTED = /^'([^']*)'/
const DOUBLE_QUOTED = /^"([^"\\$`!]*)"/
const ESCAPED = /^\\([^\n])/

type Piece = { readonly length: number; readonly text: string }

export const plainCommands = (line: string): readonly PlainCommand[] | null => {
  const commands: string[][] = [[]]
  let rest = line.trim()
  while (rest !== '') {
    const skipped = /^[ \t]+/.exec(rest)?.[0] ?? HARMLESS_REDIRECTION.exec(rest)?.[0]
    const joiner = JOINER.exec(rest)?.[0]
    const word = readWord(rest)
    if (skipped !== undefined) rest = rest.slice(skipped.length)
    else if (joiner !== undefined) {
      commands.push([])
      rest = rest.slice(joiner.length).trimStart()
    } else if (word === null) return null
    else {
      commands.at(-1)?.push(word.text)
      rest = rest.slice(word.length)
    }
  }
  return commands.some((words) => words.length === 0) ? null : commands
}

const readWord = (text: string): Piece | null => {
  let word: Piece = { length: 0, text: '' }
  for (;;) {
    const rest = text.slice(word.length)
    const piece = readPiece(rest)
    if (piece === null || (word.length === 0 && LEADING_GLOB.test(rest))) break
    word = { length: word.length + piece.length, text: word.text + piece.text }
  }
  return word.length === 0 || !/^(\s|[;&|]|$)/.test(text.slice(word.length)) ? null : word
}

const readPiece = (text: string): Piece | null => {
  const bare = BARE_TEXT.exec(text)
  if (bare !== null) return { length: bare[0].length, text: bare[0] }
  for (const quoted of [SINGLE_QUOTED, DOUBLE_QUOTED, ESCAPED]) {
    const found = quoted.exec(text)
    if (found !== null) return { length: found[0].length, text: found[1] ?? '' }
  }
  return null
}
