/** Where the logs of threads lie below a home, and the locks that keep each to one writer. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ThreadId } from '@rawr/protocol'

const FILE_NAME = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+)\.jsonl$/

export const lockOf = (home: string, threadId: ThreadId): string => join(home, 'locks', `thread-${threadId}.lock`)

export type ThreadFile = { readonly path: string; readonly threadId: ThreadId }

export const threadFiles = async (home: string): Promise<ThreadFile[]> => {
  const root = join(home, 'sessions')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  })
  return entries.flatMap((entry) => {
    const threadId = entry.isFile() ? FILE_NAME.exec(entry.name)?.[1] : undefined
    // An id read back from a name we gave.
    return threadId === undefined ? [] : [{ path: join(entry.parentPath, entry.name), threadId: threadId as ThreadId }]
  })
}
