/**
 * The names a later step can depend on: paths, identifiers in camel or snake form, flags, hashes. Found by form alone, so
 * the examiner has no opinion on what matters.
 */
export type KeyKind = 'path' | 'symbol' | 'flag' | 'hash'

/** `text` is what must be found again: of a path its last two parts. */
export type Key = { readonly kind: KeyKind; readonly text: string }

const EXTENSIONS =
  'c|cc|cfg|cjs|conf|cpp|cs|css|csv|go|h|hpp|html|java|js|json|jsonl|jsx|kt|lock|lua|md|mdx|mjs|mod|mts|php|pl|proto|ps1|py|rb|rs|scss|sh|snap|sql|sum|svg|swift|toml|ts|tsx|txt|vue|xml|yaml|yml|zig'

const PATH = new RegExp(
  String.raw`(?<![\w./@:-])(?:~|\.{1,2})?/?(?:[\w@.+-]+/)*[\w@+-][\w@.+-]*\.(?:${EXTENSIONS})(?![\w/-])(?!\.\w)`,
  'g',
)
const SYMBOL = /(?<![\w/-])[A-Za-z_][A-Za-z0-9_]{4,}(?!\w)/g
const FLAG = /(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])/g
const HASH = /(?<![\w/-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?!\w)/g

const FLAG_CHARS_MIN = 6
const KEY_CHARS_MAX = 80

const CAMEL = /[a-z0-9][A-Z]/
const SNAKE = /[A-Za-z0-9]_[A-Za-z0-9]/

/** In the order of their places within each kind; the same key may come several times. */
export const keysIn = (text: string): readonly Key[] => {
  const keys: Key[] = []
  // Whole paths are blanked out before names are looked for, so that their parts do not count as names.
  const rest = text.replace(PATH, (found) => {
    keys.push({ kind: 'path', text: pathKey(found) })
    return ' '.repeat(found.length)
  })
  for (const [found] of rest.matchAll(SYMBOL))
    if (CAMEL.test(found) || SNAKE.test(found)) keys.push({ kind: 'symbol', text: found })
  for (const [found] of rest.matchAll(FLAG))
    if (found.length >= FLAG_CHARS_MIN) keys.push({ kind: 'flag', text: found })
  for (const [found] of rest.matchAll(HASH)) keys.push({ kind: 'hash', text: found })
  return keys.filter((key) => key.text.length <= KEY_CHARS_MAX)
}

/** The last two parts: what tells two files apart nearly always, and what people write. */
export const pathKey = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..' && part !== '~')
    .slice(-2)
    .join('/')

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The texts of the keys, each once, in the order of first place. */
export const keyTextsIn = (text: string): readonly string[] => [...new Set(keysIn(text).map((key) => key.text))]
