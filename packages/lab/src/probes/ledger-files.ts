/** Files as the tool calls tell of them: read, edited, created, deleted, moved. From inputs alone, never from prose. */
import { textAt } from '../import/fields.ts'
import type { Noted } from './fact-log.ts'
import { pathKey } from './keys.ts'
import type { SessionEvent } from './normal-form.ts'
import { shellCommands } from './shell-line.ts'

type FileNote = Pick<Noted, 'type' | 'key' | 'value'>

const READ_TOOLS: ReadonlySet<string> = new Set(['read', 'read_file', 'view', 'notebookread'])
const EDIT_TOOLS: ReadonlySet<string> = new Set([
  'edit',
  'multiedit',
  'str_replace',
  'notebookedit',
  'patch',
  'edit_file',
])
const WRITE_TOOLS: ReadonlySet<string> = new Set(['write', 'write_file', 'create'])
const READERS: ReadonlySet<string> = new Set(['cat', 'head', 'tail', 'sed', 'less', 'nl', 'bat'])

export const commandOf = (event: SessionEvent): string => {
  const { input = {} } = event
  const list = input['command'] ?? input['cmd']
  return Array.isArray(list) ? list.join(' ') : (textAt(input, 'command') ?? textAt(input, 'cmd') ?? '')
}

/** What a call that did not fail did to files. */
export const fileNotes = (call: SessionEvent): readonly FileNote[] => {
  const tool = (call.tool ?? '').toLowerCase()
  const patch = patchText(call)
  if (patch !== undefined) return patchNotes(patch)
  if (call.path !== undefined) {
    const key = pathKey(call.path)
    if (READ_TOOLS.has(tool)) return [{ type: 'file.read', key, value: rangeOf(call) }]
    if (EDIT_TOOLS.has(tool)) return [{ type: 'file.edited', key, value: 'edited' }]
    if (WRITE_TOOLS.has(tool))
      return [
        { type: 'file.edited', key, value: 'edited' },
        { type: 'file.created', key, value: 'written' },
      ]
    return []
  }
  return shellCommands(commandOf(call)).flatMap(shellNotes)
}

const rangeOf = ({ input = {} }: SessionEvent): string => {
  const { offset, limit } = input
  return offset === undefined && limit === undefined ? 'whole' : `from ${offset ?? 0} ${limit ?? 'to the end'}`
}

const patchText = ({ tool, input = {} }: SessionEvent): string | undefined => {
  const text =
    textAt(input, 'input') ?? textAt(input, 'patch') ?? textAt(input, 'patchText') ?? textAt(input, 'command')
  return tool === 'apply_patch' || text?.includes('*** Begin Patch') === true ? text : undefined
}

const PATCH_LINE = /^\*\*\* (Update|Add|Delete) File: (.+)$/gm

const patchNotes = (patch: string): readonly FileNote[] =>
  [...patch.matchAll(PATCH_LINE)].flatMap(([, verb, path]): readonly FileNote[] => {
    const key = pathKey((path ?? '').trim())
    if (verb === 'Delete') return [{ type: 'file.deleted', key, value: 'deleted' }]
    const edited: FileNote = { type: 'file.edited', key, value: 'edited' }
    return verb === 'Add' ? [edited, { type: 'file.created', key, value: 'written' }] : [edited]
  })

const shellNotes = (words: readonly string[]): readonly FileNote[] => {
  const [program = '', ...rest] = words
  const paths = rest.filter((word) => !word.startsWith('-') && /[\w]\.\w+$/.test(word))
  if (program === 'rm') return paths.map((path) => ({ type: 'file.deleted', key: pathKey(path), value: 'deleted' }))
  if (program === 'mv' || (program === 'git' && rest[0] === 'mv')) {
    const [from, to] = paths.slice(-2)
    return from === undefined || to === undefined
      ? []
      : [{ type: 'file.moved', key: pathKey(from), value: pathKey(to) }]
  }
  if (READERS.has(program) && !rest.includes('-i'))
    return paths.map((path) => ({ type: 'file.read', key: pathKey(path), value: 'shell' }))
  return []
}
