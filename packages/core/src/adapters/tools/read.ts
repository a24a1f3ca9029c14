/** `read`: a text file, or some of its lines, exactly as they stand, so that they can be quoted in a patch; or an image to look at. */
import { type FileHandle, readdir, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type ImageType, imageRefusal, imageTypeOf } from '@rawr/protocol'
import { z } from 'zod'
import type { ToolResult } from '../../ports/tool-runner.ts'
import { faultText } from './fault-text.ts'
import type { FileAccess } from './file-access.ts'
import { openReal } from './open-real.ts'
import { readPage } from './read-page.ts'
import { type Encoding, sniffEncoding } from './text-file.ts'
import { defineTool, failure, type Tool } from './tool.ts'

const ReadArguments = z.object({
  path: z.string().min(1).describe("The file, relative to the session's folder or absolute."),
  start_line: z.int().positive().optional().describe('First line to read, counted from 1. Default: 1.'),
  end_line: z.int().positive().optional().describe('Last line to read. Default: as many lines as fit one page.'),
})

/** Enough to tell binary from text and one encoding from the other. */
const SNIFFED_BYTES = 64 * 1024

export const readTool = (access: FileAccess): Tool =>
  defineTool({
    name: 'read',
    description:
      'Reads a text file as it is, without line numbers. A long file comes in pages: the last line then says how to go on. ' +
      'An image (PNG, JPEG, GIF, WebP) is shown to you. Other binary files are refused.',
    arguments: ReadArguments,
    mend: (raw) => ({ ...raw, path: raw.path ?? raw.file_path }),
    purpose: (given) => ({ kind: 'other', summary: summaryOf(given) }),
    runsAlone: () => false,
    run: async (given, context) => {
      const real = await access.toRead(given.path, context)
      if (!real.ok) return failure(real.error)
      try {
        return await readFile({ ...given, real: real.value })
      } catch (error) {
        const fault = faultText(error)
        return failure(`${given.path}: ${fault}${await similarNames(real.value)}`)
      }
    },
  })

type ReadOrder = z.output<typeof ReadArguments> & { readonly real: string }

const readFile = async ({ path, real, start_line, end_line }: ReadOrder): Promise<ToolResult> => {
  const found = await stat(real)
  if (found.isDirectory()) return failure(`${path} is a folder: use list_dir.`)
  // Opening a pipe or a device could wait for ever.
  if (!found.isFile()) return failure(`${path} is not a regular file.`)
  const file = await openReal(real)
  try {
    return await readOpen(file, { path, start_line, end_line, bytes: found.size })
  } finally {
    await file.close()
  }
}

type OpenOrder = z.output<typeof ReadArguments> & { readonly bytes: number }

const readOpen = async (file: FileHandle, order: OpenOrder): Promise<ToolResult> => {
  const { path, start_line, end_line, bytes } = order
  const first = await firstBytes(file)
  const image = imageTypeOf(first)
  if (image !== null) return await readImage({ path, file, bytes, type: image })
  const encoding = sniffEncoding(first)
  if (encoding === null) return failure(`${path} is a binary file of ${bytes} bytes.`)
  const start = start_line ?? 1
  if (end_line !== undefined && end_line < start) return failure(`end_line ${end_line} is before start_line ${start}.`)
  const end = end_line ?? Number.POSITIVE_INFINITY
  const pageAs = (read: Encoding) => readPage({ chunks: chunksOf(file), encoding: read, start, end })
  // Its first bytes may be ASCII alone, and what follows not UTF-8: then it is read as a patch would read it.
  const page = await pageAs(encoding).catch((error: unknown) => {
    if (error instanceof TypeError && encoding === 'utf-8') return pageAs('windows-1252')
    throw error
  })
  if (page.linesSeen === 0) return { output: `[${path} is empty]`, success: true }
  if (page.lastLine < start) return failure(`${path} has ${page.linesSeen} lines; start_line is ${start}.`)
  return { output: page.text + noteOf({ page, start, path }), success: true }
}

type Noted = { readonly page: Awaited<ReturnType<typeof readPage>>; readonly start: number; readonly path: string }

const noteOf = ({ page, start, path }: Noted): string => {
  const gap = page.text.endsWith('\n') || page.text === '' ? '' : '\n'
  const range = `lines ${start} to ${page.lastLine}`
  switch (page.stopped) {
    case 'at_end':
      return start === 1 ? '' : `${gap}[${path}: ${range}, the end]`
    case 'as_asked':
      return `${gap}[${path}: ${range}; more follow]`
    case 'page_full':
      return `${gap}[${path}: ${range}; more follow, go on with start_line ${page.lastLine + 1}]`
    case 'line_cut':
      return `${gap}[${path}: line ${page.lastLine} is too long and was cut; look into it with grep or shell]`
  }
}

type ImageOrder = {
  readonly path: string
  readonly file: FileHandle
  readonly bytes: number
  readonly type: ImageType
}

const readImage = async ({ path, file, bytes, type }: ImageOrder): Promise<ToolResult> => {
  const refusal = imageRefusal(path, bytes)
  if (refusal !== null) return failure(refusal)
  const image = { bytes: await file.readFile(), type }
  return { output: `[${path}: ${type}, ${bytes} bytes]`, success: true, images: [image] }
}

/** From the beginning, however often: a stream of an open file can be had once. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const firstBytes = async (file: FileHandle): Promise<Uint8Array> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

const NAMES_SHOWN_MAX = 5

/** A wrong path is the commonest mistake; what stands in its place ends the guessing. */
const similarNames = async (path: string): Promise<string> => {
  try {
    const stem = basename(path)
      .toLowerCase()
      .replace(/\.[^.]*$/, '')
      .slice(0, 4)
    const names = await readdir(dirname(path))
    const similar = names.filter((name) => name.toLowerCase().includes(stem))
    const shown = (similar.length === 0 ? names : similar).slice(0, NAMES_SHOWN_MAX)
    return shown.length === 0 ? '' : `; its folder has ${shown.join(', ')}`
  } catch {
    return ''
  }
}

const summaryOf = ({ path, start_line, end_line }: z.output<typeof ReadArguments>): string =>
  start_line === undefined && end_line === undefined ? path : `${path}:${start_line ?? 1}-${end_line ?? ''}`
