/** What happened to files: reads, edits, moves, removals, and which names mean the same file. */
import type { filesOfCommand } from './command-files.ts'
import type { FileFact } from './facts.ts'
import type { OpenLedger, Place } from './open-ledger.ts'
import { definedNames } from './symbols.ts'
import type { ToolUse } from './tool-use.ts'

export type FileUse = Extract<ToolUse, { path: string }> | ReturnType<typeof filesOfCommand>[number]

/** At the place of the call. */
export const noteFile = (ledger: OpenLedger, { use, id, at }: Place & { readonly use: FileUse }): void => {
  const fileAt = (path: string): FileFact => fileNamed(ledger.files, { path, at })
  const file = fileAt(use.path)
  switch (use.kind) {
    case 'read':
      file.reads += 1
      file.lastRead = id
      file.range = use.range ?? null
      return
    case 'edit':
    case 'create':
      file.created ||= use.kind === 'create' && file.reads === 0 && file.edits === 0
      file.edits += 1
      file.deleted = false
      file.movedTo = null
      file.lastEdit = id
      for (const name of 'added' in use ? definedNames(use.added) : []) file.symbols.add(name)
      return
    case 'delete':
      file.deleted = true
      file.lastEdit = id
      return
    case 'move': {
      file.movedTo = use.to
      file.lastEdit = id
      const target = fileAt(use.to)
      target.lastEdit = id
      target.deleted = false
    }
  }
}

const fileNamed = (
  files: Map<string, FileFact>,
  { path, at }: { readonly path: string; readonly at: number },
): FileFact => {
  const key = path.replace(/^\.\//, '')
  const known = files.get(key) ?? sameFile(files, key)
  if (known !== undefined) {
    // Named in full from now on, where that is known.
    if (known.path.length < key.length) {
      files.delete(known.path)
      known.path = key
      files.set(key, known)
    }
    known.at = at
    return known
  }
  const file: FileFact = {
    path: key,
    edits: 0,
    reads: 0,
    created: false,
    deleted: false,
    movedTo: null,
    lastEdit: null,
    lastRead: null,
    range: null,
    at,
    symbols: new Set(),
  }
  files.set(key, file)
  return file
}

/** The file that a relative path names, if exactly one known file can be meant. A bare name may be any file's. */
const sameFile = (files: ReadonlyMap<string, FileFact>, path: string): FileFact | undefined => {
  const isFull = path.startsWith('/')
  if (!isFull && !path.includes('/')) return undefined
  const found = [...files.values()].filter((file) =>
    isFull
      ? !file.path.startsWith('/') && file.path.includes('/') && path.endsWith(`/${file.path}`)
      : file.path.startsWith('/') && file.path.endsWith(`/${path}`),
  )
  return found.length === 1 ? found[0] : undefined
}
