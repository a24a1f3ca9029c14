/** Pins of a thread: what an op on them means, and the line that says which there are now. */
import { pinFor, pinNamed, viewTokensMax, weighPins } from '@rawr/compaction'
import type { Op, SubmissionId } from '@rawr/protocol'
import { usageOf } from '../engine/limits.ts'
import { maskDeep } from '../engine/secrets/mask-line.ts'
import type { PinChange, Refusal } from '../engine/session/state.ts'
import type { SessionParts } from './session-parts.ts'

type PinOp = Extract<Op, { type: 'pin' | 'unpin' }>

export const pinChangeOf = (
  { record, secrets }: SessionParts,
  op: PinOp,
): { readonly change: PinChange; readonly refusal: Refusal | null } => {
  // As the log will have it: what is pinned is found again by the words that were pinned.
  const target = maskDeep(secrets, op.target)
  const made = op.type === 'pin' ? pinFor(record.history(), target) : pinNamed(record.history(), target)
  if (!made.ok) {
    const { field, message } = made.error
    return { change: NO_CHANGE, refusal: { code: 'invalid', message, path: ['op', 'target', field] } }
  }
  const change = op.type === 'pin' ? { pinned: [made.value], unpinned: [] } : { pinned: [], unpinned: [made.value] }
  return { change, refusal: null }
}

const NO_CHANGE: PinChange = { pinned: [], unpinned: [] }

export const logPins = (
  { record, outbox, gauge }: SessionParts,
  { id, change }: { readonly id: SubmissionId; readonly change: PinChange },
): void => {
  // Each once, however often it is asked for.
  const gone = new Set([...change.unpinned, ...change.pinned].map((pin) => JSON.stringify(pin)))
  const others = record.history().pins.filter((pin) => !gone.has(JSON.stringify(pin)))
  record.append([{ type: 'pins', payload: { pins: [...others, ...change.pinned] } }])
  const { pins, tokens } = weighPins(record.history())
  outbox.emit({ type: 'pins_changed', pins: [...pins], tokens, room_tokens: viewTokensMax(usageOf(gauge())) }, id)
}
