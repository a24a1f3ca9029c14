/** The twin of a project's `.rawr` folder in memory. */
import type { ArchiveName, SummaryV1, ThreadId } from '@rawr/protocol'
import type { Archive, ProjectFiles } from '../ports/project-files.ts'

export type MemoryProjectFiles = ProjectFiles & {
  readonly snapshots: ReadonlyMap<ThreadId, SummaryV1>
  /** From now on writing fails. */
  breakDown(): void
}

export const memoryProjectFiles = (): MemoryProjectFiles => {
  const archives = new Map<ArchiveName, Archive>()
  const snapshots = new Map<ThreadId, SummaryV1>()
  let isBroken = false
  const check = (): void => {
    if (isBroken) throw new Error('no space left on device')
  }
  return {
    snapshots,
    breakDown: () => {
      isBroken = true
    },
    writeArchive: async (archive) => {
      check()
      archives.set(archive.info.name, structuredClone(archive))
    },
    dropArchive: async (name) => {
      archives.delete(name)
    },
    archives: async () => [...archives.values()].map(({ info }) => info).sort((a, b) => (a.name < b.name ? 1 : -1)),
    readArchive: async (name) => archives.get(name) ?? null,
    writeSnapshot: async (threadId, summary) => {
      check()
      snapshots.set(threadId, summary)
    },
  }
}
