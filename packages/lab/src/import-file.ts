/** A session file on disk to an imported session. A rim: the only file of the lab that opens one. */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { err, type Result } from '@rawr/protocol'
import { fileFault } from './file-fault.ts'
import { type ImportOptions, importSession } from './import/import-session.ts'
import type { ImportError, ImportedSession } from './import/session.ts'

/** Reading in large pieces: session files have lines of a megabyte. */
const CHUNK_BYTES = 1024 * 1024
/** How much of a file is looked at for a zero byte. */
const HEAD_BYTES = 4_096
/** A line beyond this is handed on in pieces, which no reader takes for records: no string of the language is longer than twice this. */
const LINE_CHARS_MAX = 256 * 1024 * 1024

/** What can go wrong with a file before a record of it is read, beside what {@link importSession} says. */
export type FileError = ImportError | { readonly code: 'unreadable_file'; readonly message: string }

export const importFile = async (
  path: string,
  options: Omit<ImportOptions, 'path'> = {},
): Promise<Result<ImportedSession, FileError>> => {
  try {
    if ((await stat(path)).isDirectory()) return err({ code: 'unreadable_file', message: fileFault(path, IS_FOLDER) })
    if (await beginsBinary(path)) return err({ code: 'binary_file', message: `${path} is not a text file` })
    return await importSession(readLines(path), { ...options, path })
  } catch (cause) {
    if (!isSystemError(cause)) throw cause
    return err({ code: 'unreadable_file', message: fileFault(path, cause) })
  }
}

const IS_FOLDER = Object.assign(new Error('a folder'), { code: 'EISDIR' })

const isSystemError = (cause: unknown): cause is Error & { readonly code: string } =>
  cause instanceof Error && 'syscall' in cause && 'code' in cause && typeof cause.code === 'string'

const beginsBinary = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await file.close()
  }
}

/** The lines of a file without their newline. Only `\n` ends a line: JSON text may hold every other separator. */
export const readLines = async function* (path: string): AsyncGenerator<string> {
  let pieces: string[] = []
  let chars = 0
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const text = String(chunk)
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      pieces.push(text.slice(start, end))
      yield pieces.join('')
      pieces = []
      chars = 0
      start = end + 1
    }
    if (start < text.length) pieces.push(text.slice(start))
    chars += text.length - start
    if (chars > LINE_CHARS_MAX) {
      yield pieces.join('')
      pieces = []
      chars = 0
    }
  }
  if (pieces.length > 0) yield pieces.join('')
}
