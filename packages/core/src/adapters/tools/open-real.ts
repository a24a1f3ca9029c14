/**
 * Opens just the file that a check of its path was about. A command that runs beside could put a link into the path between the
 * check and the opening, and have the daemon read what the sandbox hides.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, readlink } from 'node:fs/promises'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** `path` is real: no link in it. */
export const openReal = async (path: string): Promise<FileHandle> => {
  // A pipe would be waited for.
  const file = await open(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0))
  if (await isThat(file, path)) return file
  await file.close()
  throw new Error('a link has come into its path')
}

/** Only Linux tells of an open file where it lies; elsewhere the last part of the path is held alone. */
const isThat = async ({ fd }: FileHandle, path: string): Promise<boolean> =>
  process.platform !== 'linux' || (await readlink(`/proc/self/fd/${fd}`).catch(() => path)) === path
