/**
 * What a thread begins with beside the user's words: instruction files, byte for byte, and facts of the place. Only reads;
 * how they are put to the model is not known here.
 */
import { open, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { findProject } from './project-root.ts'

/** All instruction files together, bytes; what goes beyond is left out and said. */
export const INSTRUCTION_BYTES_MAX = 32 * 1024

/** The first one that a folder has counts. */
const FILE_NAMES = ['AGENTS.md', 'CLAUDE.md'] as const

export type Instructions = { readonly path: string; readonly text: string }

export type FoundInstructions = {
  /** The user's own first, then from the project's root down: the later and nearer one has the last word. */
  readonly instructions: readonly Instructions[]
  /** One sentence each: what was left out, and why. */
  readonly warnings: readonly string[]
}

export const readInstructions = async ({ home, cwd }: { home: string; cwd: string }): Promise<FoundInstructions> => {
  const { root, folders } = await findProject({ home, cwd })
  const project = await realpath(root)
  const instructions: Instructions[] = []
  const warnings: string[] = []
  const seen = new Set<string>()
  let room = INSTRUCTION_BYTES_MAX
  for (const folder of [home, ...folders]) {
    const path = await firstFile(folder)
    const file = path === null ? null : await realpath(path)
    if (path === null || file === null || seen.has(file)) continue
    seen.add(file)
    if (folder !== home && leadsAway(file, project)) {
      warnings.push(`${path} was left out: it leads to ${file}, which is neither in the project nor Markdown`)
      continue
    }
    const read = await readWithin(path, room)
    if (read.text !== '') instructions.push({ path, text: read.text })
    if (read.warning !== null) warnings.push(read.warning)
    room -= Buffer.byteLength(read.text)
  }
  return { instructions, warnings }
}

/** A repository of somebody else's could have its instructions be a link to your keys, and so have them sent. */
const leadsAway = (file: string, project: string): boolean =>
  relative(project, file).startsWith(`..${sep}`) && extname(file) !== '.md'

const firstFile = async (folder: string): Promise<string | null> => {
  for (const name of FILE_NAMES) {
    const path = join(folder, name)
    if (await isReadableFile(path)) return path
  }
  return null
}

/** A pipe or a device of that name would never end. */
const isReadableFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )

const readWithin = async (path: string, room: number): Promise<{ text: string; warning: string | null }> => {
  try {
    const { bytes, size } = await firstBytes(path, Math.max(room, 0))
    const text = wholeCharacters(bytes, size > bytes.byteLength)
    const lost = size - Buffer.byteLength(text)
    if (lost === 0) return { text, warning: null }
    return {
      text,
      warning: `${path}: ${lost} bytes left out; instruction files have ${INSTRUCTION_BYTES_MAX} bytes together`,
    }
  } catch (cause) {
    const why = cause instanceof TypeError ? 'it is not UTF-8 text' : (cause as Error).message
    return { text: '', warning: `${path} was left out: ${why}` }
  }
}

/** No more than there is room for is read, however large the file is. */
const firstBytes = async (path: string, room: number): Promise<{ bytes: Uint8Array; size: number }> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(room, size))
    const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, 0)
    return { bytes: bytes.subarray(0, bytesRead), size }
  } finally {
    await file.close()
  }
}

/** `stream` keeps back the bytes of a character that the cut went through. */
const wholeCharacters = (bytes: Uint8Array, isCut: boolean): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
