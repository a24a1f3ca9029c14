/** The watcher's notices as a person reads them: one line each. */
import { assertNever } from '@rawr/protocol'
import type { Notice } from './state.ts'

export const noticeText = (notice: Notice): string => {
  switch (notice.kind) {
    case 'heads_up':
      return notice.text
    case 'would_compact':
      return notice.mode === 'tag'
        ? `Would compact now (mode tag). ${notice.explanation}`
        : `Compacting now is a good idea: /compact does it (mode suggest). ${notice.explanation}`
    case 'vetoed':
      return notice.explanation
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
