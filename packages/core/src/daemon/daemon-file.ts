/** `daemon.json`: where a running daemon is found, and the token that opens it. Readable by its owner only. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Epoch } from '@rawr/protocol'
import { z } from 'zod'
import { writeAtomic } from '../adapters/store/atomic-file.ts'

export const DaemonFile = z.object({
  port: z.number().int().min(1).max(65_535),
  token: z.string().min(1),
  pid: z.number().int().positive(),
  version: z.string(),
  epoch: Epoch,
})
export type DaemonFile = z.infer<typeof DaemonFile>

export const daemonFilePath = (home: string): string => join(home, 'daemon.json')

export const writeDaemonFile = (home: string, file: DaemonFile): Promise<void> =>
  writeAtomic(daemonFilePath(home), `${JSON.stringify(file)}\n`, 0o600)

/** `null` where there is none, or none that can be read: then no daemon can be found, which is the same. */
export const readDaemonFile = async (home: string): Promise<DaemonFile | null> => {
  try {
    return DaemonFile.parse(JSON.parse(await readFile(daemonFilePath(home), 'utf8')))
  } catch {
    return null
  }
}

/** Only one's own: another life may have put its file there meanwhile. */
export const removeDaemonFile = async (home: string, epoch: Epoch): Promise<void> => {
  if ((await readDaemonFile(home))?.epoch === epoch) await rm(daemonFilePath(home), { force: true })
}
