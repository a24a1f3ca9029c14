/** All boundaries of a turn: the observed ones and those read from the agent's last message. */
import type { Boundary } from '@rawr/protocol'
import { type Phrases, semanticBoundaries } from './semantic-break.ts'
import type { Signals } from './signals.ts'

export type LastWords = {
  /** `null` where the agent said nothing. */
  readonly lastAgentMessage: string | null
  readonly phrases: Phrases
}

export type Boundaries = {
  /** Observed first, then semantic; `turn_complete` is not among them, `decide` knows where it was asked. */
  readonly boundaries: Boundary[]
  /** Done, a change of topic or a conclusion, whether or not a tier lists it. */
  readonly semanticBreak: boolean
}

export const boundariesOf = (signals: Signals, { lastAgentMessage, phrases }: LastWords): Boundaries => {
  const semantic = semanticBoundaries(lastAgentMessage, phrases)
  return { boundaries: [...signals.seen, ...semantic], semanticBreak: semantic.length > 0 }
}
