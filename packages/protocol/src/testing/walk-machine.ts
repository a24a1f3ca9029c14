/**
 * Draws a machine by walking it: every sample event is fed to every state reached, and each distinct edge becomes one
 * line of Mermaid. What cannot be reached is not drawn, so a golden drawing shows when an edge appears or is lost.
 */
import type { Transition } from '../machine.ts'

export type Sample<Event> = {
  readonly event: Event
  /** How the edge is called in the drawing. */
  readonly label: string
}

export type Walk<State, Event, Effect> = {
  readonly start: State
  readonly samples: readonly Sample<Event>[]
  readonly transition: Transition<State, Event, Effect>
  readonly nameOf: (state: State) => string
  readonly effectName: (effect: Effect) => string
  /** More states than this means the samples are not finite; the walk throws. */
  readonly statesMax?: number
}

/** Mermaid `stateDiagram-v2` of everything reachable; an edge that neither moves nor asks for anything is left out. */
export const drawMachine = <State, Event, Effect>(walk: Walk<State, Event, Effect>): string => {
  const states = new Map([[JSON.stringify(walk.start), walk.start]])
  const edges = new Set<string>()
  for (const [, state] of states)
    for (const { event, label } of walk.samples) {
      const step = walk.transition(state, event)
      states.set(JSON.stringify(step.state), step.state)
      if (states.size > (walk.statesMax ?? 5_000)) throw new Error(`more than ${walk.statesMax ?? 5_000} states`)
      const isSilent = step.effects.length === 0 && JSON.stringify(step.state) === JSON.stringify(state)
      if (!isSilent) edges.add(edgeText(walk, { from: state, to: step.state, label, effects: step.effects }))
    }
  return ['stateDiagram-v2', `  [*] --> ${walk.nameOf(walk.start)}`, ...edges, ''].join('\n')
}

type Edge<State, Effect> = {
  readonly from: State
  readonly to: State
  readonly label: string
  readonly effects: readonly Effect[]
}

const edgeText = <State, Event, Effect>(walk: Walk<State, Event, Effect>, edge: Edge<State, Effect>): string => {
  const asks = edge.effects.length === 0 ? '' : ` / ${edge.effects.map(walk.effectName).join(', ')}`
  return `  ${walk.nameOf(edge.from)} --> ${walk.nameOf(edge.to)}: ${edge.label}${asks}`
}
