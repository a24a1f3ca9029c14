/** What a reader of either format makes of the provider's events. */
import { z } from 'zod'
import type { ModelEvent } from '../../ports/model-client.ts'
import type { Fault } from './fault.ts'

export type Reading = Exclude<ModelEvent, { type: 'failed' }> | { readonly type: 'fault'; readonly fault: Fault }

/** `read` takes one event of the provider; `end` says what the end of the stream means. */
export type Reader = {
  read(event: unknown): readonly Reading[]
  end(): readonly Reading[]
}

/** Gives a call its id: the provider's where that is usable. */
export type CallIds = (id: string | null | undefined) => string

export const CUT: Reading = { type: 'fault', fault: { type: 'cut', received: 'part' } }

/** An event of a known type without its fields is as bad as a line that is no JSON. */
export const orGarbage = (read: () => Reading[]): Reading[] => {
  try {
    return read()
  } catch (thrown) {
    if (!(thrown instanceof z.ZodError)) throw thrown
    const where = thrown.issues[0]?.path.join('.') ?? ''
    return [{ type: 'fault', fault: { type: 'garbage', detail: `an event without a proper ${where || 'shape'}` } }]
  }
}
