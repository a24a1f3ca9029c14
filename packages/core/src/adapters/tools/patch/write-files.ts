/**
 * Puts a set of files in place together: all contents are on the disk before the first file changes, and a failure half-way
 * puts back what was there. Each file changes by rename, so a reader sees the old one or the new one.
 */
import { randomUUID } from 'node:crypto'
import { link, open, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type HeldFolder, holdReal, makeInside } from '../../store/held-folder.ts'
import { faultText } from '../fault-text.ts'
import { copyAside } from './copy-aside.ts'

export type FileChange = {
  /** Real and absolute. */
  readonly path: string
  /** `null`: there is no such file yet. */
  readonly before: FileOwnership | null
  /** `null`: the file goes. */
  readonly after: Uint8Array | null
}

export type FileOwnership = { readonly mode: number; readonly uid: number; readonly gid: number }

type Staged = FileChange & {
  readonly folder: HeldFolder
  /** The file, through its folder as it was looked at: what takes the folder's name meanwhile is not written to. */
  readonly at: string
  readonly stagedAt: string
  readonly keptAt: string
  /** `keptAt` as a person finds it. */
  readonly keptPath: string
}

const PERMISSION_BITS = 0o7777

/** One way back: `kept` is where the old bytes lie until the end. */
type UndoStep = {
  readonly path: string
  readonly kept: { readonly at: string; readonly path: string } | null
  readonly run: () => Promise<void>
}

/** Throws what the disk refused, with every file as it was; the error says where that could not be done. */
export const writeFiles = async (changes: readonly FileChange[]): Promise<void> => {
  const staged: Staged[] = []
  const made: string[] = []
  const undo: UndoStep[] = []
  try {
    for (const change of changes) staged.push(await placed(change, made))
    for (const change of staged) await stage(change)
    for (const change of staged) await swap(change, undo)
    await dropLeftovers(staged, [])
  } catch (error) {
    const stuck = await putBack(undo)
    await dropLeftovers(staged, stuck)
    for (const folder of made.reverse()) await rmdir(folder).catch(() => {})
    if (stuck.length === 0) throw error
    const places = stuck.map(({ path, kept }) =>
      kept === null ? path : `${path} (its old content is in ${kept.path})`,
    )
    throw new Error(`${faultText(error)}; these could not be put back: ${places.join(', ')}`, { cause: error })
  } finally {
    for (const { folder } of staged) await folder.close()
  }
}

const placed = async (change: FileChange, made: string[]): Promise<Staged> => {
  const { path } = change
  const folder = await holdMade(dirname(path), made)
  const beside = (suffix: string): string => `.${basename(path).slice(0, 100)}.${randomUUID()}.${suffix}`
  const kept = beside('old')
  return {
    ...change,
    folder,
    at: join(folder.at, basename(path)),
    stagedAt: join(folder.at, beside('new')),
    keptAt: join(folder.at, kept),
    keptPath: join(dirname(path), kept),
  }
}

/** Remembers each folder made, outermost first, for the way back. */
const holdMade = async (path: string, made: string[]): Promise<HeldFolder> => {
  try {
    return await holdReal(path)
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error
  }
  const parent = await holdMade(dirname(path), made)
  try {
    const folder = await makeInside(parent, basename(path))
    made.push(path)
    return folder
  } finally {
    await parent.close()
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Last change first; the steps that failed. */
const putBack = async (undo: readonly UndoStep[]): Promise<readonly UndoStep[]> => {
  const stuck: UndoStep[] = []
  for (const step of [...undo].reverse()) await step.run().catch(() => stuck.push(step))
  return stuck
}

const stage = async ({ before, after, stagedAt }: Staged): Promise<void> => {
  if (after === null) return
  const file = await open(stagedAt, 'wx')
  try {
    await file.writeFile(after)
    if (before !== null) {
      // Only root may give a file away; for others it is theirs already or stays so.
      await file.chown(before.uid, before.gid).catch(() => {})
      await file.chmod(before.mode & PERMISSION_BITS)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

const swap = async (
  { path, at, before, after, stagedAt, keptAt, keptPath }: Staged,
  undo: UndoStep[],
): Promise<void> => {
  if (before !== null) {
    await keep(at, keptAt)
    undo.push({ path, kept: { at: keptAt, path: keptPath }, run: () => rename(keptAt, at) })
  }
  if (after === null) return rm(at)
  await rename(stagedAt, at)
  if (before === null) undo.push({ path, kept: null, run: () => rm(at) })
}

/** A second name for the same bytes; a copy where the file system has no links. */
const keep = (path: string, keptAt: string): Promise<void> => link(path, keptAt).catch(() => copyAside(path, keptAt))

const dropLeftovers = async (staged: readonly Staged[], stuck: readonly UndoStep[]): Promise<void> => {
  const needed = new Set(stuck.map(({ kept }) => kept?.at))
  const leftovers = staged.flatMap(({ stagedAt, keptAt }) => (needed.has(keptAt) ? [stagedAt] : [stagedAt, keptAt]))
  for (const leftover of leftovers) await rm(leftover, { force: true }).catch(() => {})
}
