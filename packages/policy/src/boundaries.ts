/** All boundaries of a turn: the observed ones and those read from the agent's last message. */
import type { Boundary, Heard } from '@rawr/protocol'
import { heardIn, type LastMessage } from './semantic-break.ts'
import type { Signals } from './signals.ts'

export type Boundaries = {
  /** Observed first, then semantic; `turn_complete` is not among them, `decide` knows where it was asked. */
  readonly boundaries: Boundary[]
  /** Done, a change of topic or a conclusion, whether or not a tier lists it. */
  readonly semanticBreak: boolean
  /** From which signs the semantic ones were read, or were not. */
  readonly heard: Heard[]
}

export const boundariesOf = (signals: Signals, last: LastMessage): Boundaries => {
  const heard = [...heardIn(last)]
  const semantic = heard.filter(({ points, needed }) => points >= needed).map(({ boundary }) => boundary)
  return { boundaries: [...signals.seen, ...semantic], semanticBreak: semantic.length > 0, heard }
}
