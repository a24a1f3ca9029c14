/**
 * Puts a set of files in place together: all contents are on the disk before the first file changes, and a failure half-way
 * puts back what was there. Each file changes by rename, so a reader sees the old one or the new one.
 */
import { randomUUID } from 'node:crypto'
import { chmod, chown, copyFile, link, mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { faultText } from '../fault-text.ts'

export type FileChange = {
  /** Real and absolute. */
  readonly path: string
  /** `null`: there is no such file yet. */
  readonly before: FileOwnership | null
  /** `null`: the file goes. */
  readonly after: Uint8Array | null
}

export type FileOwnership = { readonly mode: number; readonly uid: number; readonly gid: number }

type Staged = FileChange & { readonly stagedAt: string; readonly keptAt: string }

const PERMISSION_BITS = 0o7777

/** One way back: `kept` is where the old bytes lie until the end. */
type UndoStep = { readonly path: string; readonly kept: string | null; readonly run: () => Promise<void> }

/** Throws what the disk refused, with every file as it was; the error says where that could not be done. */
export const writeFiles = async (changes: readonly FileChange[]): Promise<void> => {
  const staged = changes.map((change) => ({
    ...change,
    stagedAt: besides(change.path, 'new'),
    keptAt: besides(change.path, 'old'),
  }))
  const folders: string[] = []
  const undo: UndoStep[] = []
  try {
    for (const change of staged) await stage(change, folders)
    for (const change of staged) await swap(change, undo)
  } catch (error) {
    const stuck = await putBack(undo)
    await dropLeftovers(staged, stuck)
    for (const folder of folders.reverse()) await rmdir(folder).catch(() => {})
    if (stuck.length === 0) throw error
    const places = stuck.map(({ path, kept }) => (kept === null ? path : `${path} (its old content is in ${kept})`))
    throw new Error(`${faultText(error)}; these could not be put back: ${places.join(', ')}`, { cause: error })
  }
  await dropLeftovers(staged, [])
}

/** Last change first; the steps that failed. */
const putBack = async (undo: readonly UndoStep[]): Promise<readonly UndoStep[]> => {
  const stuck: UndoStep[] = []
  for (const step of [...undo].reverse()) await step.run().catch(() => stuck.push(step))
  return stuck
}

const besides = (path: string, suffix: string): string =>
  join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}.${suffix}`)

const stage = async ({ path, before, after, stagedAt }: Staged, folders: string[]): Promise<void> => {
  if (after === null) return
  await makeFolders(dirname(path), folders)
  const file = await open(stagedAt, 'wx')
  try {
    await file.writeFile(after)
    await file.sync()
  } finally {
    await file.close()
  }
  if (before === null) return
  // Only root may give a file away; for others it is theirs already or stays so.
  await chown(stagedAt, before.uid, before.gid).catch(() => {})
  await chmod(stagedAt, before.mode & PERMISSION_BITS)
}

/** Remembers each folder made, outermost first, for the way back. */
const makeFolders = async (folder: string, made: string[]): Promise<void> => {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  const chain: string[] = []
  for (let at = folder; at.length >= first.length; at = dirname(at)) chain.unshift(at)
  made.push(...chain)
}

const swap = async ({ path, before, after, stagedAt, keptAt }: Staged, undo: UndoStep[]): Promise<void> => {
  if (before !== null) {
    await keep(path, keptAt)
    undo.push({ path, kept: keptAt, run: () => rename(keptAt, path) })
  }
  if (after === null) return rm(path)
  await rename(stagedAt, path)
  if (before === null) undo.push({ path, kept: null, run: () => rm(path) })
}

/** A second name for the same bytes; a copy where the file system has no links. */
const keep = (path: string, keptAt: string): Promise<void> => link(path, keptAt).catch(() => copyFile(path, keptAt))

const dropLeftovers = async (staged: readonly Staged[], stuck: readonly UndoStep[]): Promise<void> => {
  const needed = new Set(stuck.map(({ kept }) => kept))
  const leftovers = staged.flatMap(({ stagedAt, keptAt }) => (needed.has(keptAt) ? [stagedAt] : [stagedAt, keptAt]))
  for (const leftover of leftovers) await rm(leftover, { force: true }).catch(() => {})
}
