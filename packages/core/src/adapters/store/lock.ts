/**
 * A lock file: one daemon per home, one writer per thread. It names its holder, so that the lock of a program that was
 * killed is taken over and never has to be deleted by hand.
 */
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { err, ok, type Result } from '@rawr/protocol'
import { isAlive, type Occupant, thisProgram } from './liveness.ts'

export type Lock = { release(): Promise<void> }

export type LockTaken = { readonly holder: Occupant }

/** Each round either takes the lock, finds it held, or has seen somebody else change it. */
const ROUNDS_MAX = 50

let attempts = 0

export const acquireLock = async (path: string): Promise<Result<Lock, LockTaken>> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (await createLocked(path)) return ok({ release: () => rm(path, { force: true }) })
    const holder = await readHolder(path)
    if (holder === 'gone') continue
    if (holder !== 'unreadable' && isAlive(holder)) return err({ holder })
    await removeStale(path)
  }
  throw new Error(`${path} changed ${ROUNDS_MAX} times while it was asked for`)
}

/** Who holds it now; `null` where nobody does, or nobody alive. */
export const lockHolder = async (path: string): Promise<Occupant | null> => {
  const holder = await readHolder(path)
  return holder !== 'gone' && holder !== 'unreadable' && isAlive(holder) ? holder : null
}

/** Linked into place, the file is never seen without its content. */
const createLocked = async (path: string): Promise<boolean> => {
  attempts += 1
  const temporary = `${path}.${process.pid}-${attempts}`
  await writeFile(temporary, JSON.stringify(thisProgram()), { mode: 0o600 })
  try {
    await link(temporary, path)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  } finally {
    await rm(temporary, { force: true })
  }
}

const readHolder = async (path: string): Promise<Occupant | 'gone' | 'unreadable'> => {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isOccupant(content) ? content : 'unreadable'
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'unreadable'
  }
}

const isOccupant = (content: unknown): content is Occupant =>
  typeof content === 'object' &&
  content !== null &&
  'pid' in content &&
  Number.isInteger(content.pid) &&
  'started' in content &&
  typeof content.started === 'string'

/**
 * Removes a dead holder's file under a second lock: of two that saw the same dead holder, the later one would otherwise
 * delete the lock the earlier one has just taken. Only a crash inside these few lines leaves the second lock behind, and
 * then its own dead holder is removed plainly.
 */
const removeStale = async (path: string): Promise<void> => {
  const guard = `${path}.takeover`
  if (!(await createLocked(guard))) {
    const other = await readHolder(guard)
    if (other === 'unreadable' || (other !== 'gone' && !isAlive(other))) await rm(guard, { force: true })
    return
  }
  try {
    const holder = await readHolder(path)
    const isStale = holder === 'unreadable' || (holder !== 'gone' && !isAlive(holder))
    if (isStale) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}
