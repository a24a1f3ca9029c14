/** Sentences of people, their content words, and whether a text still says them. */

const BREAK = /(?<=[.!?])(?<!\b(?:e\.g|i\.e|etc|vs|al|\d)\.)\s+|\n+/
const FENCE = /^```[\s\S]*?^```/gm
const WINDOW_WORDS = 60
const WORDS_MIN = 4

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be been before but by can could did do does for from get go had has have he her here him his ' +
    'how i if in into is it its just let like me more my no not now of on one only or our out over please she should so some than that the their ' +
    'them then there these they this those through to too up us very was we were what when where which while who why will with would yes you your ' +
    'ah aha etc guess hey hi hm hmm hmmm huh mm mmm nope oh ok okay oops think thinks thought thx ugh uh um well wow yeah yep'
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
  (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z0-9_][a-z0-9_'-]*/g) ?? []
  ).map((word) => word.replace(/'s$|'$/, ''))

export const contentWords = (text: string): readonly string[] => [
  ...new Set(wordsOf(text).filter((word) => word.length > 1 && !isFunctionWord(word))),
]

/** `don't`, `i'm`: two words of grammar in one. */
const CONTRACTION = /'(?:d|ll|m|re|s|t|ve)$/

export const isFunctionWord = (word: string): boolean => STOP_WORDS.has(word) || CONTRACTION.test(word)

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

/**
 * An imperative, or an obligation of whoever does the work: `always` states how things are wherever it is no imperative's, and
 * so does what `should be` the case.
 */
const MUST =
  /(?<!\b(?:would|might|may|could|can|don't|not|didn't|never) |'d )\b(?:(?:must|make sure|shall)\b|should(?! (?:also |then |now |still )?(?:be|have|already|see|work)\b)\b|(?:you|we) (?:\w+ )?(?:have to|need to|should)\b)|(?:^|[,;:.] |\b(?:please|and|but|also|so|then|just) )(?:ensure\b|always (?!\w+s\b|return\b|fail\b)\w)/i
/** As an order: not what somebody or something never did. */
const NEVER =
  /\b(?:must|should) not\b|\bshouldn't\b|(?<!\b(?:is|are|was|were|has|have|currently|they|it|which|that|\w{3,}s) )\bnever (?!\w+ed\b|\w{3,}s\b|been\b|got\b)|(?:^|[,;:.] |\bplease )avoid\b|(?:^|[,;:.(–—-] ?|\b(?:please|and|but|also|so|then|just|no) )(?:do not|don't|dont)\s+(?!see|know|think|understand|have|get|mind|care|believe|need)/i
/** What shall hold from now on; not the one step that is done and gone. */
const PREFER =
  /\b(?:i'd like|i want|i would like|i prefer)\b(?! to (?:look|see|try|know|understand)\b)|^(?:please|keep|use|only|leave|prefer)\b/i
/** Thinking aloud is no order, and what is to be done at once is no rule. */
const HEDGE =
  /\bi (?:actually )?_?(?:think|guess|figure|believe|suppose|wonder|assume)\b|\bi'm (?:less |more |not |a bit )?(?:worried|sure|wondering|thinking)\b|\b(?:maybe|perhaps|probably|ideally|not sure|thinking aloud|consider)\b|\bnow$|^(?:oh|ah|h?m+|i see)\b/i
const CORRECTION =
  /^(no\b|nope|actually|wait|instead|revert|undo|that's (?:not|wrong)|this is (?:not|wrong))|\b(instead|revert|not what i)\b/i
const DECISION =
  /\b(decided|we'll use|i'll use|going with|the (?:right|best|cleaner) (?:fix|approach)|instead of|because|root cause)\b/i

export type Polarity = 'must' | 'never' | 'prefer'

const QUOTED = /"[^"\n]*(?:"|$)|“[^”\n]*(?:”|$)|`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)/g

/** A question, or thinking aloud: nothing is settled by it. What is quoted was said by somebody else. */
export const isDoubtful = (sentence: string): boolean => sentence.trim().endsWith('?') || HEDGE.test(ownWords(sentence))

const ownWords = (sentence: string): string => sentence.replace(QUOTED, ' ').trim()

export const polarityOf = (sentence: string): Polarity | null => {
  if (isDoubtful(sentence)) return null
  const own = ownWords(sentence)
  if (NEVER.test(own)) return 'never'
  if (MUST.test(own)) return 'must'
  return PREFER.test(own) ? 'prefer' : null
}

const HEADING = /^(#{1,6})\s+(?:\d+[.)]\s*)?(.*)$/
const BACKGROUND =
  /^(?:context|background|motivation|problem|overview|current (?:state|behaviou?r)|root cause|analysis|findings|why|verification|verify|test plan|testing)\b/i

/** A plan without the sections that tell why, and without the steps that check it once: neither is a rule for the work. */
export const withoutBackground = (text: string): string => {
  let depth: number | undefined
  const kept: string[] = []
  for (const line of text.split('\n')) {
    const [, marks = '', title = ''] = HEADING.exec(line) ?? []
    if (marks !== '' && (depth === undefined || marks.length <= depth))
      depth = BACKGROUND.test(title) ? marks.length : undefined
    if (depth === undefined) kept.push(line)
  }
  return kept.join('\n')
}

export const isCorrection = (sentence: string): boolean => CORRECTION.test(sentence)
export const isDecision = (sentence: string): boolean => DECISION.test(sentence)
