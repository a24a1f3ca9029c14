/**
 * Phrases of an agent that says what became of its work. They are matched as whole words in prose, and a negated,
 * conditional or future phrase says nothing: "abandoned" is not "done", and "isn't finished" is not "finished".
 */

export const AGENT_DONE: readonly string[] = [
  'done',
  'finished',
  'completed',
  'is complete',
  'are complete',
  'now complete',
  'shipped',
  'merged',
  'all set',
  'committed',
  'pushed',
  'fixed',
  'implemented',
  'verified',
  'tests pass',
  'tests are passing',
  'tests passing',
  'checks pass',
  'changes made',
  'is ready',
  'works now',
  'now works',
  "here's a summary",
  "here's what changed",
  'summary of changes',
  'summary of the changes',
  'summary of what',
  'ready for review',
  'everything is in place',
]

/** One of these anywhere, and the message as a whole does not say "done". */
export const AGENT_DONE_NEGATIVE: readonly string[] = [
  'not done',
  'not finished',
  'not complete',
  'not completed',
  'still to do',
  'left to do',
  'still need to',
  'still needs to',
  'remains to be done',
  'work in progress',
  'half done',
  'partly done',
  'partially done',
]

export const TOPIC_SHIFT: readonly string[] = [
  'moving on',
  'switching to',
  'turning to',
  'next up',
  'next,',
  'next:',
  'now to the',
  'on to the next',
  "let's move on",
  "now let's",
]

export const CONCLUDING: readonly string[] = [
  'summary',
  "here's what",
  'root cause',
  'conclusion',
  'verdict',
  'bottom line',
  'in short',
  'overall',
  'findings',
  'the bug',
  'the fix',
  'the issue is',
  'the issue was',
  'the problem is',
  'the problem was',
  'this means',
  'so the',
  'in summary',
  'to summarize',
  'to summarise',
  'to sum up',
  'in conclusion',
  'to conclude',
  'to wrap up',
  'wrapping up',
  'final thoughts',
  'next steps',
]

/** Within a few words before it, a phrase did not happen. */
const NEGATIONS = new Set('not never no nothing none neither nor without cannot hardly barely'.split(' '))

/** Within a few words before it, a phrase is not said to have happened: "once it is done". */
const CONDITIONS = new Set(
  'until till once when whenever if unless before almost nearly half partly partially'.split(' '),
)

/** Just before it, a phrase is yet to happen: "to be done", "will soon be finished". */
const FUTURES = new Set('to be being will would could should must may might'.split(' '))

/** How many words before the phrase may negate it, inside the same clause; a future stands closer. */
const NEGATION_REACH = 5
const FUTURE_REACH = 2

/** A clause longer than this is read from here on. */
const CLAUSE_CHARS_MAX = 400

/** A topic may shift in the future ("I'll be moving on"), work is done only when it is a fact. */
export type Strength = 'as written' | 'unless negated' | 'as a fact'

/** `text` as {@link spoken} gives it. */
export const says = (text: string, phrases: readonly string[], strength: Strength): boolean => {
  const pattern = patternOf(phrases)
  if (pattern === null) return false
  for (const { index } of text.matchAll(pattern)) {
    const before = text.slice(Math.max(0, index - CLAUSE_CHARS_MAX), index)
    if (strength === 'as written' || !isNegated(before, strength)) return true
  }
  return false
}

/** All phrases in one look, which takes nothing away: where one begins another may begin inside it. */
const patternOf = (phrases: readonly string[]): RegExp | null => {
  const known = patterns.get(phrases)
  if (known !== undefined) return known
  const sources = sourcesOf(phrases)
  const pattern = sources.length === 0 ? null : new RegExp(`(?=${sources.join('|')})`, 'gu')
  patterns.set(phrases, pattern)
  return pattern
}

/** The lists are those of the settings, the same at each look. */
const patterns = new WeakMap<readonly string[], RegExp | null>()

/**
 * A word boundary where a phrase begins or ends with a letter or digit; none beside punctuation such as `next:`. Phrases with the
 * same boundaries share them: compiling the classes of letters anew for each would hold a first turn end for 20 ms a list.
 */
const sourcesOf = (phrases: readonly string[]): readonly string[] => {
  const written = phrases.map((phrase) => phrase.trim().toLowerCase().replaceAll(/[’‘]/g, "'")).filter(Boolean)
  const byBoundaries = Map.groupBy(written, (words) => {
    const before = /^[\p{L}\p{N}]/u.test(words) ? "(?<![\\p{L}\\p{N}_'-])" : ''
    const after = /[\p{L}\p{N}]$/u.test(words) ? "(?![\\p{L}\\p{N}_]|['-]\\p{L})" : ''
    return `${before}${WORDS}${after}`
  })
  return [...byBoundaries].map(([bounded, group]) =>
    bounded.replace(WORDS, () => `(?:${group.map(escaped).join('|')})`),
  )
}

const WORDS = '<words>'

const escaped = (words: string): string => words.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll(/\s+/g, '\\s+')

const isNegated = (textBefore: string, strength: Exclude<Strength, 'as written'>): boolean => {
  const clause = textBefore.split(/[.;:!?,\n()—–]|\bbut\b/).at(-1) ?? ''
  const words = clause.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== '')
  const near = words.slice(-NEGATION_REACH)
  if (near.some((word) => NEGATIONS.has(word) || word.endsWith("n't"))) return true
  if (strength === 'unless negated') return false
  const isFuture = words.slice(-FUTURE_REACH).some((word) => FUTURES.has(word) || word.endsWith("'ll"))
  return isFuture || near.some((word) => CONDITIONS.has(word))
}
