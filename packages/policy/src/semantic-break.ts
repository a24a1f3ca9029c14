/**
 * What the agent's last message says about the phase of the work: done, changing the topic, or concluding. Phrases are
 * matched as whole words outside code, and a negated, conditional or future phrase says nothing: "abandoned" is not
 * "done", and "isn't finished" is not "finished".
 */
import type { SemanticSignals } from '@rawr/protocol'

/** Phrases as the settings give them; an absent list is the default one. */
export type Phrases = SemanticSignals

export type SemanticBoundary = 'agent_done' | 'topic_shift' | 'concluding_thought'

const AGENT_DONE = [
  'done',
  'finished',
  'completed',
  'is complete',
  'are complete',
  'now complete',
  'shipped',
  'merged',
  'all set',
  'ready for review',
  'everything is in place',
]

/** One of these anywhere, and the message as a whole does not say "done". */
const AGENT_DONE_NEGATIVE = [
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

const TOPIC_SHIFT = [
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

const CONCLUDING = [
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

/** Words that turn what follows into something that has not happened. */
const NEGATORS = new Set(
  'not never no nothing none neither nor without cannot hardly barely almost nearly half partly partially until till once when whenever if unless before be being will would could should must may might to'.split(
    ' ',
  ),
)

/** How many words before the phrase may negate it, inside the same clause. */
const NEGATION_REACH = 5

/** A clause longer than this is read from here on. */
const CLAUSE_CHARS_MAX = 400

export const semanticBoundaries = (message: string | null, phrases: Phrases): readonly SemanticBoundary[] => {
  if (message === null) return []
  const text = spoken(message)
  const isUnfinished = says(text, phrases.agent_done_negative_phrases ?? AGENT_DONE_NEGATIVE, 'as written')
  const found: SemanticBoundary[] = []
  if (!isUnfinished && says(text, phrases.agent_done_phrases ?? AGENT_DONE, 'unless negated')) found.push('agent_done')
  if (says(text, phrases.topic_shift_phrases ?? TOPIC_SHIFT, 'unless negated')) found.push('topic_shift')
  if (says(text, phrases.concluding_thought_phrases ?? CONCLUDING, 'unless negated')) found.push('concluding_thought')
  return found
}

/** The prose of a message: lower case, straight apostrophes, single blanks in a line; code and quotations left out. */
const spoken = (message: string): string =>
  message
    .replaceAll(/^ *(```|~~~)[\s\S]*?(?:^ *\1|$(?![\s\S]))/gm, '\n')
    .replaceAll(/`[^`\n]*`/g, ' ; ')
    .replaceAll(/^ *>.*$/gm, '')
    .replaceAll(/[’‘]/g, "'")
    .toLowerCase()
    .replaceAll(/[ \t]+/g, ' ')

const says = (text: string, phrases: readonly string[], how: 'as written' | 'unless negated'): boolean =>
  phrases.some((phrase) => {
    const pattern = phrasePattern(phrase)
    if (pattern === null) return false
    for (const match of text.matchAll(pattern))
      if (how === 'as written' || !isNegated(text.slice(Math.max(0, match.index - CLAUSE_CHARS_MAX), match.index)))
        return true
    return false
  })

/** A word boundary where the phrase begins or ends with a letter or digit; none beside punctuation such as `next:`. */
const phrasePattern = (phrase: string): RegExp | null => {
  const words = phrase.trim().toLowerCase().replaceAll(/[’‘]/g, "'")
  if (words === '') return null
  const escaped = words.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
  const before = /^[\p{L}\p{N}]/u.test(words) ? "(?<![\\p{L}\\p{N}_'-])" : ''
  const after = /[\p{L}\p{N}]$/u.test(words) ? "(?![\\p{L}\\p{N}_]|['-]\\p{L})" : ''
  return new RegExp(`${before}${escaped}${after}`, 'gu')
}

const isNegated = (textBefore: string): boolean => {
  const clause = textBefore.split(/[.;:!?,\n()—–]|\bbut\b/).at(-1) ?? ''
  const words = clause.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== '')
  return words.slice(-NEGATION_REACH).some((word) => NEGATORS.has(word) || word.endsWith("n't") || word.endsWith("'ll"))
}
