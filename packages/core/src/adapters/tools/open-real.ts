/**
 * Opens just the file that a check of its path was about. A command that runs beside could put a link into the path between the
 * check and the opening, and have the daemon read what the sandbox hides.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, readlink } from 'node:fs/promises'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** `path` is real: no link in it. */
export const openReal = async (path: string): Promise<FileHandle> => {
  for (let opening = 1; ; opening += 1) {
    // A pipe would be waited for.
    const file = await open(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0))
    const seen = await placeOf(file, path)
    if (seen === path) return file
    await file.close()
    if (seen !== `${path} (deleted)`) throw new Error('a link has come into its path')
    if (opening === OPENINGS_MAX) throw new Error('it was replaced each time it was opened')
  }
}

/** An editor puts a new file in the place of the old one when it saves. */
const OPENINGS_MAX = 5

/** Only Linux tells of an open file where it lies; elsewhere the last part of the path is held alone. */
const placeOf = async ({ fd }: FileHandle, path: string): Promise<string> =>
  process.platform === 'linux' ? await readlink(`/proc/self/fd/${fd}`).catch(() => path) : path
