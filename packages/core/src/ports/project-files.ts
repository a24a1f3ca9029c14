/** What a compaction leaves beside the project: the view before it, and a snapshot of the state. The log needs neither. */
import type { ArchiveInfo, ArchiveName, HistoryItem, SummaryV1, ThreadId } from '@rawr/protocol'

export type Archive = { readonly info: ArchiveInfo; readonly items: readonly HistoryItem[] }

export interface ProjectFiles {
  /** Durable when it resolves; whole or not at all. */
  writeArchive(archive: Archive): Promise<void>
  /** Of a compaction that came to nothing. One that is not there is no fault. */
  dropArchive(name: ArchiveName): Promise<void>
  /** Newest first; what is no archive is not among them. */
  archives(): Promise<readonly ArchiveInfo[]>
  /** `null` where there is none of this name. */
  readArchive(name: ArchiveName): Promise<Archive | null>
  /** Also as the newest of the project. */
  writeSnapshot(threadId: ThreadId, summary: SummaryV1): Promise<void>
}
