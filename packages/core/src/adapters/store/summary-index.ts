/**
 * What earlier listings read of each log, kept in `sessions/index.json`, so that a listing opens only what has changed since.
 * Nothing but a cache: one that is missing, foreign or damaged is made again from the logs.
 */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ThreadChange, ThreadId } from '@rawr/protocol'
import { z } from 'zod'
import { writeAtomic } from './atomic-file.ts'
import type { KnownThread } from './thread-summary.ts'

const Entry = z.object({
  inode: z.number(),
  size: z.number(),
  modifiedMs: z.number(),
  unreadBytes: z.number(),
  scan: z.object({
    scannedTo: z.number(),
    isInsideLine: z.boolean(),
    headLines: z.number(),
    beginning: z.object({ cwd: z.string(), createdAt: z.string() }).nullable(),
    firstUserText: z.string(),
    isUntouched: z.boolean(),
    marks: z.object({ name: z.string(), archived: z.boolean(), forkedFrom: ThreadId.nullable() }),
  }),
  tail: z.object({ from: z.number(), change: ThreadChange }),
})

const Index = z.object({ version: z.literal(3), threads: z.record(z.string(), Entry) })

export type SummaryIndex = {
  /** By path. */
  load(): Promise<Map<string, KnownThread>>
  /** A home that cannot be written is listed all the same. */
  save(known: ReadonlyMap<string, KnownThread>): Promise<void>
}

export const openSummaryIndex = (home: string): SummaryIndex => {
  const folder = join(home, 'sessions')
  const file = join(folder, 'index.json')
  return {
    load: async () => {
      const index = await readIndex(file)
      return new Map(Object.entries(index).map(([name, entry]) => [join(folder, name), entry]))
    },
    save: async (known) => {
      const threads = Object.fromEntries([...known].map(([path, entry]) => [relative(folder, path), entry]))
      await writeAtomic(file, JSON.stringify({ version: 3, threads })).catch(() => {})
    },
  }
}

const readIndex = async (file: string): Promise<z.output<typeof Index>['threads']> => {
  try {
    const read = Index.safeParse(JSON.parse(await readFile(file, 'utf8')))
    return read.success ? read.data.threads : {}
  } catch {
    return {}
  }
}
