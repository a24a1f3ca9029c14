/**
 * What a machine is in this house: one exhaustive function `(state, event) → {state, effects}`. Time, ids and
 * decisions come in with the event; effects are data and carry the id under which their answer returns.
 */
export type Step<State, Effect> = { readonly state: State; readonly effects: readonly Effect[] }

export type Transition<State, Event, Effect> = (state: State, event: Event) => Step<State, Effect>

/** Move to `state` and ask for `effects`, performed in order. */
export const go = <State, Effect>(state: State, ...effects: readonly Effect[]): Step<State, Effect> => ({
  state,
  effects,
})

/** Nothing changes and nothing is asked for. */
export const stay = <State>(state: State): Step<State, never> => ({ state, effects: [] })

/** A union member nobody decided on; the compiler refuses it first, this refuses it at run time. */
export const assertNever = (value: never): never => {
  throw new Error(`unhandled variant: ${JSON.stringify(value)}`)
}
