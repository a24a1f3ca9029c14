/** Whether a daemon serves a home, asked without showing it the token: what answers on its port must say its own epoch. */
import { Epoch } from '@rawr/protocol'
import { z } from 'zod'
import { type DaemonFile, readDaemonFile } from './daemon-file.ts'

const Version = z.object({ name: z.literal('rawr'), version: z.string(), epoch: Epoch })

/** On the loopback a daemon answers in milliseconds, a loaded machine in tenths of a second. */
const ANSWER_MS_MAX = 5_000

/** `null`: none, or one that ended without removing its file, or another program on its port. */
export const findDaemon = async (home: string): Promise<DaemonFile | null> => {
  const file = await readDaemonFile(home)
  return file !== null && (await answersAs(file)) ? file : null
}

const answersAs = async ({ port, epoch }: DaemonFile): Promise<boolean> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/version`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
    return Version.parse(await response.json()).epoch === epoch
  } catch {
    return false
  }
}
