/**
 * What the agent's last message says about the phase of the work: done, changing the topic, or concluding. At the end of
 * a turn words and form are weighed together, elsewhere the words alone decide; a list of one's own decides its class alone.
 */
import type { Heard, SemanticSign, SemanticSignals } from '@rawr/protocol'
import { formSigns } from './last-words.ts'
import { AGENT_DONE, AGENT_DONE_NEGATIVE, CONCLUDING, says, TOPIC_SHIFT } from './phrases.ts'
import { spoken } from './prose.ts'
import { POINTS, POINTS_NEEDED } from './semantic-points.ts'

/** Phrases as the settings give them; an absent list is the default one. */
export type Phrases = SemanticSignals

export type SemanticBoundary = Heard['boundary']

export type LastMessage = {
  /** `null` where the agent said nothing. */
  readonly message: string | null
  readonly phrases: Phrases
  /** The turn that was given back with these words; `null`: the agent goes on behind them. */
  readonly endedTurn: { readonly usedTools: boolean } | null
}

export const semanticBoundaries = (last: LastMessage): readonly SemanticBoundary[] =>
  heardIn(last)
    .filter(({ points, needed }) => points >= needed)
    .map(({ boundary }) => boundary)

/** Each class with the signs that speak for or against it; none of a class without a sign. */
export const heardIn = (last: LastMessage): readonly Heard[] => {
  if (last.message === null || last.message.trim() === '') return []
  const prose = spoken(last.message)
  const words = wordSigns(prose, last.phrases)
  if (last.endedTurn === null) return CLASSES.flatMap((name) => byWords(name, words))
  const turn = last.endedTurn.usedTools ? (['ended_turn', 'used_tools'] as const) : (['ended_turn'] as const)
  const signs = [...words, ...turn, ...formSigns(prose)]
  return CLASSES.flatMap((name) => (isOwn(name, last.phrases) ? byWords(name, words) : byPoints(name, signs)))
}

const CLASSES = ['agent_done', 'topic_shift', 'concluding_thought'] as const

type WordSign = Extract<SemanticSign, 'says_done' | 'says_conclusion' | 'says_shift' | 'says_unfinished'>

const SAYS: Readonly<Record<SemanticBoundary, WordSign>> = {
  agent_done: 'says_done',
  topic_shift: 'says_shift',
  concluding_thought: 'says_conclusion',
}

const wordSigns = (prose: string, phrases: Phrases): ReadonlySet<WordSign> => {
  const signs = new Set<WordSign>()
  const { agent_done_phrases, agent_done_negative_phrases, topic_shift_phrases, concluding_thought_phrases } = phrases
  if (says(prose, agent_done_negative_phrases ?? AGENT_DONE_NEGATIVE, 'as written')) signs.add('says_unfinished')
  if (says(prose, agent_done_phrases ?? AGENT_DONE, 'as a fact')) signs.add('says_done')
  if (says(prose, topic_shift_phrases ?? TOPIC_SHIFT, 'unless negated')) signs.add('says_shift')
  if (says(prose, concluding_thought_phrases ?? CONCLUDING, 'unless negated')) signs.add('says_conclusion')
  return signs
}

const isOwn = (name: SemanticBoundary, phrases: Phrases): boolean => phrases[`${name}_phrases`] !== undefined

/** One phrase is enough, and work that is said to be unfinished is not done. */
const byWords = (boundary: SemanticBoundary, words: ReadonlySet<WordSign>): readonly Heard[] => {
  const sign = SAYS[boundary]
  if (!words.has(sign)) return []
  const isDenied = boundary === 'agent_done' && words.has('says_unfinished')
  const signs: SemanticSign[] = isDenied ? [sign, 'says_unfinished'] : [sign]
  return [{ boundary, signs, points: isDenied ? 0 : 1, needed: 1 }]
}

const byPoints = (boundary: SemanticBoundary, all: readonly SemanticSign[]): readonly Heard[] => {
  const worth = POINTS[boundary]
  const signs = all.filter((sign) => worth[sign] !== undefined)
  const points = signs.reduce((sum, sign) => sum + (worth[sign] ?? 0), 0)
  return signs.length === 0 ? [] : [{ boundary, signs, points, needed: POINTS_NEEDED[boundary] }]
}
