/** All that a thread ever had, as tools and clients read it: its log, and the blobs beside it. */
import { allItems } from '@rawr/compaction'
import { BlobId } from '@rawr/protocol'
import { recall } from '../engine/recall/recall.ts'
import type { ToolContext } from '../ports/tool-runner.ts'
import type { SessionParts } from './session-parts.ts'

export const archiveOf = ({ record, deps }: Pick<SessionParts, 'record' | 'deps'>): ToolContext['archive'] => {
  const items = () => allItems(record.history())
  const blob = async (id: string) => {
    const named = BlobId.safeParse(id)
    return named.success ? deps.blobs.get(named.data) : null
  }
  return { items, recall: (question) => recall({ items, blob }, question) }
}
