/** Nothing confines commands on this machine: a person decides whether they run all the same. Nobody else may. */
import { notice } from './add-cell.ts'
import type { ScreenEvent, ScreenState, ScreenStep } from './state.ts'

type Missing = Extract<ScreenEvent, { type: 'sandbox_missing' }>
type Press = Extract<ScreenEvent, { type: 'key' }>

export const askWithoutSandbox = (state: ScreenState, { op, message }: Missing): ScreenState => ({
  ...state,
  panel: { kind: 'no_sandbox', op, message },
})

/** No key but these two: a yes by accident would let everything loose. */
export const pressWithoutSandbox = (state: ScreenState, { key }: Press): ScreenStep => {
  const { panel } = state
  if (panel.kind !== 'no_sandbox') return { state, effects: [] }
  const closed: ScreenState = { ...state, panel: { kind: 'none' } }
  const letter = key.type === 'text' ? key.text.toLowerCase() : ''
  if (letter === 'n' || (key.type === 'key' && key.name === 'escape')) {
    const said = 'Nothing was started. Install bubblewrap and send /new, or leave with Ctrl-D.'
    return { state: notice(closed, 'quiet', said), effects: [] }
  }
  if (letter !== 'y') return { state, effects: [] }
  const settings = {
    ...panel.op.settings,
    sandbox: { ...panel.op.settings?.sandbox, mode: 'danger-full-access' },
  } as const
  const opening = { ...state.opening, settings: { ...state.opening.settings, sandbox: settings.sandbox } }
  const said = 'Commands run without a sandbox in this thread, and in those you start after it.'
  return {
    state: notice({ ...closed, opening }, 'warn', said),
    effects: [{ type: 'open_thread', op: { ...panel.op, settings } }],
  }
}
