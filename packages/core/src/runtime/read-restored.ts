/** The files that may stand behind a full summary, read from the disk now: what they held when they were read may be old. */
import { resolve } from 'node:path'
import { type FileText, filesToRestore } from '@rawr/compaction'
import { pathKey, type Settings } from '@rawr/protocol'
import type { ThreadRecord } from './record.ts'
import type { InitialContext } from './session-deps.ts'

export type RestoreDeps = {
  readonly record: ThreadRecord
  readonly settings: Settings
  /** Where paths of the thread begin. */
  readonly cwd: string
  readonly readFile?: (path: string) => Promise<string | null>
}

/** Newest first. A file that cannot be read now is passed over. */
export const readRestored = async (
  { record, settings, cwd, readFile }: RestoreDeps,
  { instructions }: InitialContext,
): Promise<readonly FileText[]> => {
  if (readFile === undefined) return []
  const shown = new Set(instructions.map(({ path }) => pathKey(resolve(cwd, path))))
  const paths = filesToRestore(record.history(), {
    settings: settings.compact,
    isShown: (path) => shown.has(pathKey(resolve(cwd, path))),
  })
  const files = await Promise.all(
    paths.map(async (path): Promise<FileText | null> => {
      const text = await readFile(path).catch(() => null)
      return text === null || text.trim() === '' ? null : { path, text }
    }),
  )
  return files.filter((file) => file !== null)
}
