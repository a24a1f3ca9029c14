/** Repairs the log of a thread on disk. The damaged file stays beside the repaired one, whole; a sound one is not touched. */
import { copyFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { encodeRolloutLine, err, ok, type Result, type ThreadId } from '@rawr/protocol'
import { syncFolder, writeAtomic } from './atomic-file.ts'
import { acquireLock } from './lock.ts'
import { linesOf } from './read-log.ts'
import { type Repair, repairLog } from './repair-log.ts'
import { lockOf, threadFiles } from './thread-files.ts'

export type RepairOutcome =
  | { readonly kind: 'sound'; readonly path: string; readonly lines: number }
  | {
      readonly kind: 'repaired'
      readonly path: string
      /** The file as it was. */
      readonly damagedPath: string
      readonly lines: number
      readonly dropped: Repair['dropped']
    }

export type RepairThreadOrder = { readonly home: string; readonly threadId: ThreadId; readonly now: number }

export const repairThread = async ({
  home,
  threadId,
  now,
}: RepairThreadOrder): Promise<Result<RepairOutcome, string>> => {
  const file = (await threadFiles(home)).find((candidate) => candidate.threadId === threadId)
  if (file === undefined) return err(`There is no thread ${threadId} in ${home}; rawr sessions lists those there are.`)
  const lock = await acquireLock(lockOf(home, threadId))
  if (!lock.ok)
    return err(`thread ${threadId} is open in process ${lock.error.holder.pid}: end it first (rawr daemon stop)`)
  try {
    return ok(await repairFile(file, new Date(now).toISOString()))
  } catch (cause) {
    return err(`${file.path} could not be repaired, it is as it was: ${(cause as Error).message}`)
  } finally {
    await lock.value.release()
  }
}

type File = { readonly path: string; readonly threadId: ThreadId }

const repairFile = async ({ path, threadId }: File, now: string): Promise<RepairOutcome> => {
  const texts: string[] = []
  let endsInsideLine = false
  for await (const { text, isTorn } of linesOf(path)) {
    texts.push(text)
    endsInsideLine = isTorn
  }
  const repair = repairLog({ texts, threadId, now })
  const { lines, dropped } = repair
  if (repair.isSound && !endsInsideLine) return { kind: 'sound', path, lines: lines.length }
  const damagedPath = `${path}.damaged-${now.replaceAll(/[:.]/g, '-')}`
  await copyFile(path, damagedPath)
  await syncFolder(dirname(path))
  await writeAtomic(path, lines.map((line) => `${encodeRolloutLine(line)}\n`).join(''))
  return { kind: 'repaired', path, damagedPath, lines: lines.length, dropped }
}
