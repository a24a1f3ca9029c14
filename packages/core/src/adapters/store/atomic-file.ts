/**
 * A file is replaced whole or not at all: written beside its place, synced, renamed over it, and the folder synced, so
 * that a crash at any moment leaves the old content or the new.
 */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Two writers in one program never share a temporary name; two programs differ by their number. */
let written = 0

export const writeAtomic = async (path: string, content: string | Uint8Array, mode = 0o600): Promise<void> => {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  written += 1
  const temporary = join(folder, `.${basename(path)}.${process.pid}-${written}.tmp`)
  try {
    // What lies there is of a crash or of somebody else, who could have it lead anywhere.
    await rm(temporary, { force: true })
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw cause
  }
  await syncFolder(folder)
}

/** Makes a new or renamed entry of the folder durable. */
export const syncFolder = async (folder: string): Promise<void> => {
  try {
    const entry = await open(folder, 'r')
    try {
      await entry.sync()
    } finally {
      await entry.close()
    }
  } catch (cause) {
    // Windows refuses to open folders; everywhere else a refusal is real.
    if (process.platform !== 'win32') throw cause
  }
}
