/** A whole text file for whoever puts it into the context unasked: what is no plain text, is large, or is hidden is left alone. */
import { stat } from 'node:fs/promises'
import type { FileAccess, FileView } from './file-access.ts'
import { openReal } from './open-real.ts'
import { decodeTextFile } from './text-file.ts'

/** Nobody needs more of one again at once. */
const BYTES_MAX = 1024 * 1024

type Reader = { readonly access: FileAccess; readonly view: FileView }

/** `null` where it is not to be had. */
export const readWhole = async (path: string, { access, view }: Reader): Promise<string | null> => {
  const real = await access.toRead(path, view)
  if (!real.ok) return null
  try {
    const found = await stat(real.value)
    // Opening a pipe or a device could wait for ever.
    if (!found.isFile() || found.size > BYTES_MAX) return null
    const file = await openReal(real.value)
    try {
      return decodeTextFile(await file.readFile())?.text ?? null
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}
