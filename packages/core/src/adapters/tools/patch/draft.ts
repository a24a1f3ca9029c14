/**
 * The files a patch speaks of, changed in memory only. Sections are applied in order, a later one sees what an earlier one did;
 * nothing reaches the disk before the whole patch fits.
 */
import { stat } from 'node:fs/promises'
import { err, ok, type Result } from '@rawr/protocol'
import type { FileEdit } from '../../../ports/tool-runner.ts'
import { faultText } from '../fault-text.ts'
import { openReal } from '../open-real.ts'
import { decodeTextFile, encodeTextFile } from '../text-file.ts'
import { applyHunks } from './apply-hunks.ts'
import type { PatchSection } from './parse-patch.ts'
import type { FileChange, FileOwnership } from './write-files.ts'

type DraftFile = {
  readonly before: FileOwnership | null
  /** As it lay on the disk. */
  readonly original: Uint8Array | null
  readonly content: Uint8Array | null
}

/** `A`, `M` or `D` and the path as the patch named it. */
type Mark = { readonly letter: 'A' | 'M' | 'D'; readonly path: string }

export type Draft = {
  readonly changes: readonly FileChange[]
  /** The same as texts; a file that is none is left out. */
  readonly edits: readonly FileEdit[]
  readonly marks: readonly Mark[]
  readonly notes: readonly string[]
}

/** From a path as written to the real path, where it may be changed. */
export type ResolvePath = (path: string) => Promise<Result<string, string>>

/** A patch is for text; what is larger is not edited by hand. */
const FILE_BYTES_MAX = 64 * 1024 * 1024

export const draftPatch = async (
  sections: readonly PatchSection[],
  resolvePath: ResolvePath,
): Promise<Result<Draft, string>> => {
  const files = new Map<string, DraftFile>()
  const marks: Mark[] = []
  const notes: string[] = []
  for (const section of sections) {
    const real = await resolvePath(section.path)
    if (!real.ok) return real
    const target = section.kind === 'update' && section.moveTo !== null ? await resolvePath(section.moveTo) : real
    if (!target.ok) return target
    const loaded = await load(files, [real.value, target.value])
    if (!loaded.ok) return err(`${section.path}: ${loaded.error}`)
    const done = applySection({ section, files, from: real.value, to: target.value })
    if (!done.ok) return err(`${section.path}: ${done.error}`)
    marks.push(...done.value.marks)
    notes.push(...done.value.notes.map((note) => `${section.path}: ${note}`))
  }
  const changes = [...files].map(([path, { before, content }]) => ({ path, before, after: content }))
  const real = changes.filter(({ before, after }) => before !== null || after !== null)
  return ok({ changes: real, edits: [...files].flatMap(editOf), marks, notes })
}

const editOf = ([path, { original, content }]: readonly [string, DraftFile]): readonly FileEdit[] => {
  const [before, after] = [textOf(original), textOf(content)]
  return before === undefined || after === undefined || before === after ? [] : [{ path, before, after }]
}

/** `undefined`: it is no text. */
const textOf = (bytes: Uint8Array | null): string | null | undefined =>
  bytes === null ? null : decodeTextFile(bytes)?.text

const load = async (files: Map<string, DraftFile>, paths: readonly string[]): Promise<Result<null, string>> => {
  for (const path of paths) {
    if (files.has(path)) continue
    const file = await loadFile(path)
    if (!file.ok) return file
    files.set(path, file.value)
  }
  return ok(null)
}

const NO_FILE: DraftFile = { before: null, original: null, content: null }

const contentOf = async (path: string) => {
  const file = await openReal(path)
  try {
    const content = await file.readFile()
    return { original: content, content }
  } finally {
    await file.close()
  }
}

const loadFile = async (path: string): Promise<Result<DraftFile, string>> => {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return err('it is a folder')
    if (!found.isFile()) return err('it is not a regular file')
    if (found.size > FILE_BYTES_MAX) return err(`it has ${found.size} bytes, too many for a patch`)
    return ok({ before: { mode: found.mode, uid: found.uid, gid: found.gid }, ...(await contentOf(path)) })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? ok(NO_FILE) : err(faultText(error))
  }
}

type SectionOrder = {
  readonly section: PatchSection
  readonly files: Map<string, DraftFile>
  readonly from: string
  readonly to: string
}

type SectionDone = { readonly marks: readonly Mark[]; readonly notes: readonly string[] }

const applySection = ({ section, files, from, to }: SectionOrder): Result<SectionDone, string> => {
  const file = files.get(from) ?? NO_FILE
  if (section.kind === 'add') {
    const text = section.lines.map((line) => `${line}\n`).join('')
    files.set(from, { ...file, content: Buffer.from(text, 'utf8') })
    return ok({ marks: [{ letter: file.content === null ? 'A' : 'M', path: section.path }], notes: [] })
  }
  if (file.content === null) return err('there is no such file')
  if (section.kind === 'delete') {
    files.set(from, { ...file, content: null })
    return ok({ marks: [{ letter: 'D', path: section.path }], notes: [] })
  }
  const edited = editBytes(file.content, section.hunks)
  if (!edited.ok) return edited
  if (to === from) {
    files.set(from, { ...file, content: edited.value.content })
    return ok({ marks: [{ letter: 'M', path: section.path }], notes: edited.value.notes })
  }
  const target = files.get(to) ?? NO_FILE
  const moveTo = section.moveTo ?? section.path
  if (target.content !== null) return err(`${moveTo} exists already: delete it first or choose another name`)
  files.set(from, { ...file, content: null })
  files.set(to, { ...target, content: edited.value.content })
  const marks: Mark[] = [
    { letter: 'D', path: section.path },
    { letter: 'A', path: moveTo },
  ]
  return ok({ marks, notes: edited.value.notes })
}

type Edited = { readonly content: Uint8Array; readonly notes: readonly string[] }

const editBytes = (bytes: Uint8Array, hunks: Parameters<typeof applyHunks>[1]): Result<Edited, string> => {
  if (hunks.length === 0) return ok({ content: bytes, notes: [] })
  const file = decodeTextFile(bytes)
  if (file === null) return err('it is a binary file')
  const applied = applyHunks(file.text, hunks)
  if (!applied.ok) return applied
  const content = encodeTextFile({ ...file, text: applied.value.text })
  return content.ok ? ok({ content: content.value, notes: applied.value.notes }) : content
}
