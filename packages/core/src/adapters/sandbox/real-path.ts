/** Where a path really leads, for files that do not exist yet too: every check of a path is made on this, never on its text. */
import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** As many as Linux follows before it calls them a loop. */
const LINKS_MAX = 40

/** Follows every link, a dangling one too; the part that does not exist is appended as it is. Throws `ELOOP` for a loop. */
export const realPathOf = async (path: string, linksLeft: number = LINKS_MAX): Promise<string> => {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error
  }
  const place = join(await realPathOf(dirname(path), linksLeft), basename(path))
  const target = await linkTarget(place)
  if (target === null) return place
  if (linksLeft === 0) throw Object.assign(new Error(`too many links: ${path}`), { code: 'ELOOP' })
  return realPathOf(resolve(dirname(place), target), linksLeft - 1)
}

/** Both given as real paths; a folder is inside itself. */
export const isInside = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

const linkTarget = async (place: string): Promise<string | null> => {
  try {
    return (await lstat(place)).isSymbolicLink() ? await readlink(place) : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
