/** The last that a session does: it says that it ends, and everything it wrote is on the disk, or the disk said why not. */
import type { CloseReason } from './session-deps.ts'
import type { SessionParts } from './session-parts.ts'

export const writeDown = async ({ outbox, record, deps }: SessionParts, reason: CloseReason): Promise<void> => {
  try {
    if (reason === 'shutdown') outbox.emit({ type: 'shutdown_complete' }, null)
    await deps.tools.end()
    await record.sync()
    await deps.audit.flush()
  } finally {
    // Also where the disk refused: a log that stays open can be loaded by nobody.
    await record.close()
  }
}
