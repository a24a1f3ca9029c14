/** A copy of a file, and never of what a link that was put in its place leads to. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Nothing may be at `to` yet. */
export const copyAside = async (path: string, to: string): Promise<void> => {
  // A pipe would be waited for.
  const file = await open(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new Error('it is no regular file any more')
    const copy = await open(to, 'wx', 0o600)
    try {
      await copy.writeFile(await file.readFile())
      await copy.chown(found.uid, found.gid).catch(() => {})
      await copy.chmod(found.mode & 0o7777)
    } finally {
      await copy.close()
    }
  } finally {
    await file.close()
  }
}
