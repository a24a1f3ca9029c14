/**
 * A folder that stays the one it was looked at: opened without following a link, and what lies in it reached through the
 * open folder, so that nobody can put a link in its place between the look and the write. Where the system has no such way
 * (no `/proc/self/fd`), by its path, after a look.
 */
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'

export type HeldFolder = {
  /** What it is called on the screen. */
  readonly path: string
  /** Below this its entries are reached. */
  readonly at: string
  close(): Promise<void>
}

/** Something lies where ours should, and whoever put it there decides where it leads. */
export class NotOurs extends Error {
  override readonly name = 'NotOurs'
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants

/** `ENOENT` where there is none. Links above it are followed: where the work is done the user has chosen. */
export const holdFolder = (path: string): Promise<HeldFolder> => hold(path, path)

/** As `holdFolder`, where the path has no link in it at all: one that has come into it since is refused. */
export const holdReal = async (path: string): Promise<HeldFolder> => {
  const held = await holdFolder(path)
  const real = await realpath(held.at === path ? path : `${held.at}/.`).catch(() => null)
  if (real === path) return held
  await held.close()
  throw new NotOurs(`${path} leads elsewhere now: a link has come into it`)
}

/** Of a held folder, by its name. */
export const holdInside = (parent: HeldFolder, name: string): Promise<HeldFolder> =>
  hold(join(parent.at, name), join(parent.path, name))

/** As `holdInside`; made where there is none. */
export const makeInside = async (parent: HeldFolder, name: string, mode?: number): Promise<HeldFolder> => {
  await mkdir(join(parent.at, name), { mode: mode ?? 0o777 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  return holdInside(parent, name)
}

const hold = async (real: string, path: string): Promise<HeldFolder> => {
  let folder: FileHandle
  try {
    folder = await open(real, O_RDONLY | (O_DIRECTORY ?? 0) | (O_NOFOLLOW ?? 0))
  } catch (cause) {
    throw (await whatStands(real, path, 'folder')) ?? cause
  }
  try {
    // Systems without these flags (Windows) have opened what a link leads to.
    const foreign = O_NOFOLLOW === undefined ? await whatStands(real, path, 'folder') : null
    if (foreign !== null) throw foreign
    const at = await reachedThrough(folder, real)
    return { path, at, close: () => folder.close() }
  } catch (cause) {
    await folder.close()
    throw cause
  }
}

/** Only Linux resolves a path through an open folder. */
const reachedThrough = async ({ fd }: FileHandle, path: string): Promise<string> => {
  if (process.platform !== 'linux') return path
  const through = `/proc/self/fd/${fd}`
  return readlink(through).then(
    () => through,
    () => path,
  )
}

/** What is in the way of a folder or a file of ours, as a sentence; `null`: nothing is. */
const whatStands = async (real: string, path: string, wanted: 'folder' | 'file'): Promise<NotOurs | null> => {
  const found = await lstat(real).catch(() => null)
  if (found === null || (wanted === 'folder' ? found.isDirectory() : found.isFile())) return null
  const kind = found.isSymbolicLink()
    ? 'symbolic link'
    : found.isFile()
      ? 'file'
      : found.isDirectory()
        ? 'folder'
        : 'device'
  const rule = kind === 'symbolic link' ? 'and nothing is written through one' : `and should be a ${wanted}`
  return new NotOurs(`${path} is a ${kind} ${rule}: remove it or move it away`)
}

/** Throws where the place of a file is taken by what is no file: a rename would put ours there in its stead. */
export const refuseForeign = async ({ at, path }: HeldFolder, name: string): Promise<void> => {
  const foreign = await whatStands(join(at, name), join(path, name), 'file')
  if (foreign !== null) throw foreign
}

/** The bytes of a file in the folder, at most the first so many; `null` where there is none, or what is none. */
export const readInside = async ({ at }: HeldFolder, name: string, bytesMax?: number): Promise<Buffer | null> => {
  // A pipe would be waited for.
  const file = await open(join(at, name), O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)).catch(() => null)
  if (file === null) return null
  try {
    const found = await file.stat()
    if (!found.isFile()) return null
    if (bytesMax === undefined) return await file.readFile()
    const bytes = Buffer.alloc(Math.min(bytesMax, found.size))
    const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, 0)
    return bytes.subarray(0, bytesRead)
  } catch {
    return null
  } finally {
    await file.close()
  }
}
