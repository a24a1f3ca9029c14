/** Whether a name stands in a text as a word of its own: `save` is not found in `saveAll`. */

const WORD = /[A-Za-z0-9_]/

/** The place of the first hit from `from` on, or -1. */
export const placeOf = (text: string, name: string, from = 0): number => {
  for (let at = text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    // A folder is not what lies in it.
    if (text[end] === '/' && name.includes('/')) continue
    if (isFree(text, at - 1, name, 0) && isFree(text, end, name, name.length - 1)) return at
  }
  return -1
}

export const hasWord = (text: string, name: string): boolean => name !== '' && placeOf(text, name) !== -1

/** A boundary is needed only where the name itself ends in a word character. */
const isFree = (text: string, at: number, name: string, end: number): boolean =>
  !WORD.test(text[at] ?? ' ') || !WORD.test(name[end] ?? ' ')

/** How a key may be written: whole, or by its base name where only one path of the source has it. */
export const spellingsOf = (key: string, uniqueBases: ReadonlySet<string>): readonly string[] => {
  const base = key.slice(key.lastIndexOf('/') + 1)
  return base !== key && uniqueBases.has(base) ? [key, base] : [key]
}

export type Matching = 'word' | 'substring'

export const isNamed = (text: string, spellings: readonly string[], matching: Matching = 'word'): boolean =>
  spellings.some((spelling) => (matching === 'word' ? hasWord(text, spelling) : text.includes(spelling)))
