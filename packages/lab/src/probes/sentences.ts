/** Sentences of people, their content words, and whether a text still says them. */

const BREAK = /(?<=[.!?])\s+|\n+/
const FENCE = /^```[\s\S]*?^```/gm
const WINDOW_WORDS = 60
const WORDS_MIN = 4

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be been before but by can could did do does for from get go had has have he her here him his ' +
    'how i if in into is it its just let like me more my no not now of on one only or our out over please she should so some than that the their ' +
    'them then there these they this those through to too up us very was we were what when where which while who why will with would yes you your'
  ).split(' '),
)

/** Code blocks and pasted output are no sentences. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .replace(FENCE, '\n')
    .split(BREAK)
    .map((sentence) => sentence.trim())
    .filter((sentence) => contentWords(sentence).length >= WORDS_MIN && sentence.length <= 600 && !isPasted(sentence))

const isPasted = (sentence: string): boolean => /^[<{[|$>+@#]|^\s*at |^\d+[:→|]|[{};]$/.test(sentence)

export const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z0-9_][a-z0-9_'-]*/g) ?? []).map((word) => word.replace(/'s$|'$/, ''))

export const contentWords = (text: string): readonly string[] => [
  ...new Set(wordsOf(text).filter((word) => word.length > 1 && !STOP_WORDS.has(word))),
]

export const isFunctionWord = (word: string): boolean => STOP_WORDS.has(word)

/** The largest share of the words inside one window of {@link WINDOW_WORDS} words of the text. */
export const bestWindowShare = (words: readonly string[], text: readonly string[]): number => {
  if (words.length === 0) return 0
  const wanted = new Set(words)
  const inside = new Map<string, number>()
  let best = 0
  for (const [at, word] of text.entries()) {
    if (wanted.has(word)) inside.set(word, (inside.get(word) ?? 0) + 1)
    const leaving = at >= WINDOW_WORDS ? text[at - WINDOW_WORDS] : undefined
    if (leaving !== undefined && wanted.has(leaving)) {
      const count = (inside.get(leaving) ?? 0) - 1
      if (count <= 0) inside.delete(leaving)
      else inside.set(leaving, count)
    }
    if (inside.size > best) best = inside.size
  }
  return best / wanted.size
}

const MUST = /\b(must|always(?! \w+s\b)(?! return| fail)|have to|needs? to|make sure|ensure|required|should|shall)\b/i
const NEVER =
  /\b(never|must not|should not|shouldn't|no longer|avoid)\b|\b(?:do not|don't|dont)\s+(?!see|know|think|understand|have|get|mind|care|believe|need)/i
const PREFER =
  /\b(prefer|i'd like|i want|i would like|let's(?! me)|lets)\b|^(?:please|keep|use|only|leave|remove|add|move|rename)\b/i
const CORRECTION =
  /^(no\b|nope|actually|wait|instead|revert|undo|that's (?:not|wrong)|this is (?:not|wrong))|\b(instead|revert|not what i)\b/i
const DECISION =
  /\b(decided|we'll use|i'll use|going with|the (?:right|best|cleaner) (?:fix|approach)|instead of|because|root cause)\b/i

export type Polarity = 'must' | 'never' | 'prefer'

/** A question asks, and orders nothing. */
export const polarityOf = (sentence: string): Polarity | null =>
  sentence.endsWith('?')
    ? null
    : NEVER.test(sentence)
      ? 'never'
      : MUST.test(sentence)
        ? 'must'
        : PREFER.test(sentence)
          ? 'prefer'
          : null

export const isCorrection = (sentence: string): boolean => CORRECTION.test(sentence)
export const isDecision = (sentence: string): boolean => DECISION.test(sentence)
