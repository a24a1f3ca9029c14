/**
 * What a thread begins with beside the user's words: instruction files, byte for byte, and facts of the place. Only reads;
 * how they are put to the model is not known here.
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
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
  const { folders } = await findProject({ home, cwd })
  const instructions: Instructions[] = []
  const warnings: string[] = []
  const seen = new Set<string>()
  let room = INSTRUCTION_BYTES_MAX
  for (const folder of [home, ...folders]) {
    const path = await firstFile(folder)
    const file = path === null ? null : await realpath(path)
    if (path === null || file === null || seen.has(file)) continue
    seen.add(file)
    const read = await readWithin(path, room)
    if (read.text !== '') instructions.push({ path, text: read.text })
    if (read.warning !== null) warnings.push(read.warning)
    room -= Buffer.byteLength(read.text)
  }
  return { instructions, warnings }
}

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
    const bytes = await readFile(path)
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (bytes.byteLength <= room) return { text, warning: null }
    const kept = wholeCharacters(bytes.subarray(0, Math.max(room, 0)))
    const lost = bytes.byteLength - Buffer.byteLength(kept)
    return {
      text: kept,
      warning: `${path}: ${lost} bytes left out; instruction files have ${INSTRUCTION_BYTES_MAX} bytes together`,
    }
  } catch (cause) {
    const why = cause instanceof TypeError ? 'it is not UTF-8 text' : (cause as Error).message
    return { text: '', warning: `${path} was left out: ${why}` }
  }
}

/** `stream` keeps back the bytes of a character that the cut went through. */
const wholeCharacters = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true })
