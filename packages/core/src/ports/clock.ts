/** Time comes in through here and nowhere else. */
import type { UnixMillis } from '@rawr/protocol'

export interface Clock {
  now(): UnixMillis
  /** Calls back once after `ms`; the returned function cancels. */
  after(ms: number, callback: () => void): () => void
}
