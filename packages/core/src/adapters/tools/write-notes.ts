/**
 * A call of `apply_patch` that adds lines to the agent's notes, and nothing else: appended, never rewritten, inside the
 * project, through no link. Two agents that write at once keep each other's lines.
 */
import { constants } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { err, ok, type Result } from '@rawr/protocol'
import type { NotePlace, ToolCall, ToolResult } from '../../ports/tool-runner.ts'
import { makeInside, NotOurs } from '../store/held-folder.ts'
import { faultText } from './fault-text.ts'
import { absolutePath } from './file-access.ts'
import { type PatchSection, parsePatch } from './patch/parse-patch.ts'
import { failure } from './tool.ts'

/** Notes are for a colleague, not an archive. */
const NOTE_CHARS_MAX = 100_000

export const writeNotes = async (call: ToolCall, place: NotePlace): Promise<ToolResult> => {
  const text = noteOf(call, place)
  if (!text.ok) return failure(`Nothing was written. ${text.error}`)
  if (place.sandboxMode === 'read-only') return failure('Nothing was written. The sandbox is read-only.')
  const done = await append(place, text.value)
  return done.ok
    ? { output: `Appended to ${place.file}.`, success: true }
    : failure(`Nothing was written to ${place.file}. ${done.error}`)
}

const onlyThat = (file: string): string =>
  `In this turn only lines may be added to ${file}, with apply_patch; no other call is run and no other file is changed.`

/** The lines a call adds to the notes; an error where it is anything else. */
export const noteOf = (call: ToolCall, { cwd, file }: NotePlace): Result<string, string> => {
  const patch = call.name === 'apply_patch' ? patchOf(call.arguments) : null
  if (patch === null) return err(onlyThat(file))
  const sections = parsePatch(patch)
  if (!sections.ok) return err(`The patch cannot be read: ${sections.error}.`)
  const isElsewhere = sections.value.some(({ path }) => absolutePath(path, cwd) !== join(cwd, file))
  if (isElsewhere) return err(onlyThat(file))
  const parts = sections.value.map(addedBy)
  const lines = parts.flatMap((part) => part ?? [])
  if (parts.includes(null)) return err(`What stands in ${file} stays: add lines only.`)
  if (lines.length === 0) return err('The patch adds no line.')
  const text = `${lines.join('\n')}\n`
  return text.length > NOTE_CHARS_MAX ? err(`Notes have at most ${NOTE_CHARS_MAX} characters.`) : ok(text)
}

/** `null`: it takes something away. */
const addedBy = (section: PatchSection): readonly string[] | null => {
  if (section.kind === 'add') return section.lines
  if (section.kind === 'delete' || section.moveTo !== null) return null
  const lines = section.hunks.flatMap((hunk) => hunk.lines)
  return lines.some(({ kind }) => kind === 'drop')
    ? null
    : lines.flatMap(({ kind, text }) => (kind === 'add' ? [text] : []))
}

const patchOf = (text: string): string | null => {
  try {
    const { input, patch } = JSON.parse(text) as { input?: unknown; patch?: unknown } // Read as unknown below.
    const given = input ?? patch
    return typeof given === 'string' ? given : null
  } catch {
    return null
  }
}

/** A link on the way is refused, not followed: it could lead anywhere by the time it is written through. */
const append = async ({ cwd, file }: NotePlace, text: string): Promise<Result<null, string>> => {
  try {
    const folder = await makeInside({ path: cwd, at: cwd, close: async () => {} }, dirname(file))
    try {
      await writeFile(join(folder.at, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {})
      return await appendTo(join(folder.at, basename(file)), text)
    } finally {
      await folder.close()
    }
  } catch (error) {
    if (error instanceof NotOurs) return err(`${error.message}.`)
    const isLink = error instanceof Error && 'code' in error && error.code === 'ELOOP'
    return err(isLink ? 'It is a link, and links are not followed.' : `The disk refused it: ${faultText(error)}.`)
  }
}

const appendTo = async (path: string, text: string): Promise<Result<null, string>> => {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    const written = await handle.stat()
    if (!written.isFile() || written.nlink > 1) return err('It is no file of its own.')
    await handle.write(text)
    await handle.sync()
    return ok(null)
  } finally {
    await handle.close()
  }
}
