/** The keys of a terminal as they come, with the one clock they need: how long a lone ESC may wait for the rest. */
import { ESCAPE_WAIT_MS, endOfWait, type Key, type KeyStep, NO_KEYS, readKeys } from '../composer/keys.ts'

/** The returned function stops it. */
export const readKeyboard = (stdin: NodeJS.ReadStream, onKeys: (keys: readonly Key[]) => void): (() => void) => {
  const decoder = new TextDecoder()
  let state = NO_KEYS
  let waiting: NodeJS.Timeout | null = null
  const take = (step: KeyStep): void => {
    state = step.state
    if (step.keys.length > 0) onKeys(step.keys)
  }
  const onBytes = (bytes: Buffer): void => {
    if (waiting !== null) clearTimeout(waiting)
    take(readKeys(state, { text: decoder.decode(bytes, { stream: true }), at: Date.now() }))
    waiting = state.rest === '' ? null : setTimeout(() => take(endOfWait(state)), ESCAPE_WAIT_MS)
  }
  stdin.on('data', onBytes)
  return () => {
    stdin.off('data', onBytes)
    if (waiting !== null) clearTimeout(waiting)
  }
}
