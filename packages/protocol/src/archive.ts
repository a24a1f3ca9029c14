/**
 * The view of a thread as it was before a compaction, kept beside the project (`.rawr/history/<name>.jsonl`). The first
 * line of the file is this, each further one an item. The log has the originals in any case.
 */
import { z } from 'zod'
import { CompactionId, ThreadId } from './ids.ts'
import { Tokens } from './units.ts'

/** `<time>-<thread>`, without the file's ending. */
export const ArchiveName = z
  .string()
  .regex(/^[0-9]{8}T[0-9]{9}Z-[^/\\]{1,200}$/, 'a time like 20260314T090000000Z, a hyphen and the thread')
export type ArchiveName = z.infer<typeof ArchiveName>

export const ArchiveInfo = z.object({
  name: ArchiveName,
  thread_id: ThreadId,
  compaction_id: CompactionId,
  /** ISO-8601 with milliseconds, UTC. */
  at: z.string(),
  tokens_before: Tokens,
  /** How many items the file holds. */
  items: z.number().int().nonnegative(),
  /** How many lines the log had: everything up to there is in it. */
  log_lines: z.number().int().nonnegative(),
})
export type ArchiveInfo = z.infer<typeof ArchiveInfo>
