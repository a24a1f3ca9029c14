/** The watcher's notices as a person reads them: one line each. */
import { assertNever } from '@rawr/protocol'
import type { Notice } from './state.ts'

export const noticeText = (notice: Notice): string => {
  switch (notice.kind) {
    case 'heads_up':
      return notice.text
    case 'packet_by_watcher':
      return 'The packet is written by the watcher: this client does not ask the agent for one.'
    case 'would_compact':
      return notice.mode === 'tag'
        ? `Would compact now (mode tag). ${notice.explanation}`
        : `Compacting now is a good idea: /compact does it (mode suggest). ${notice.explanation}`
    case 'judgment_unavailable':
      return notice.tier === 'asap'
        ? `${notice.prompt} cannot be asked by this client; at this tier compaction goes on without it.`
        : `${notice.prompt} cannot be asked by this client; left alone until it gets more pressing.`
    case 'deferred':
      return `Compaction waits for your next message. ${notice.explanation}`
    case 'failed':
      return `The compaction did not succeed, the conversation is as it was: ${notice.message}`
    case 'timed_out':
      return 'The compaction took too long and was stopped; the conversation is as it was.'
    case 'cancelled':
      return 'Automatic compaction cancelled.'
    default:
      return assertNever(notice)
  }
}
