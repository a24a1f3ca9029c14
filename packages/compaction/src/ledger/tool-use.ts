/**
 * What a tool call does, read from its name and arguments: the tools of Rawr, Codex, Claude Code and their like. Only
 * structure counts; what a tool prints is never believed to be a call.
 */
import type { PlanStep, ToolCallItem } from '@rawr/protocol'
import { parsePatch, patchInScript } from './patch.ts'

export type ToolUse =
  | { readonly kind: 'read'; readonly path: string; readonly range?: string | undefined }
  | { readonly kind: 'edit' | 'create'; readonly path: string; readonly added: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[] }
  | { readonly kind: 'plan_step'; readonly id: string | null; readonly step: string; readonly status: string }
  | { readonly kind: 'other'; readonly label: string }

export const toolUses = (call: ToolCallItem): readonly ToolUse[] => {
  if (call.type === 'local_shell_call') return shellUses(call.action.command)
  if (call.type === 'custom_tool_call') return customUses(call.name, call.input)
  return functionUses(call.name, fieldsOf(call.arguments))
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (text: string): Fields => {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textIn = (fields: Fields, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') return value
  }
  return undefined
}

const customUses = (name: string, input: string): readonly ToolUse[] => {
  if (name === 'apply_patch') return parsePatch(input)
  const commands = [...input.matchAll(SCRIPT_COMMAND)].flatMap(([, quoted = '']) => shellUses(unquoted(quoted)))
  const uses = [...commands, ...patchInScript(input)]
  // A script that only waits or prints does nothing worth a word.
  return uses.length > 0 || name === 'exec' ? uses : [{ kind: 'other', label: `${name} ${firstLine(input)}` }]
}

/** Codex's `exec` runs a script that calls `tools.exec_command({cmd: "…"})`. */
const SCRIPT_COMMAND = /\bcmd["']?\s*:\s*("(?:[^"\\]|\\.)*")/g

const unquoted = (quoted: string): string => {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}

const functionUses = (name: string, fields: Fields): readonly ToolUse[] => {
  const path = textIn(fields, 'file_path', 'notebook_path', 'filePath', 'path')
  switch (name.toLowerCase()) {
    case 'read':
    case 'read_file':
      return path === undefined ? [] : [{ kind: 'read', path, range: rangeOf(fields) }]
    case 'edit':
    case 'multiedit':
    case 'notebookedit':
    case 'str_replace':
      return path === undefined ? [] : [{ kind: 'edit', path, added: addedText(fields) }]
    case 'write':
    case 'write_file':
      return path === undefined ? [] : [{ kind: 'create', path, added: textIn(fields, 'content') ?? '' }]
    case 'apply_patch':
      return parsePatch(textIn(fields, 'patch', 'input') ?? '')
    case 'bash':
    case 'shell':
    case 'shell_command':
    case 'exec_command':
      return shellUses(fields.command ?? fields.cmd)
    case 'update_plan':
    case 'todowrite':
      return [{ kind: 'plan', steps: stepsOf(fields.plan ?? fields.steps ?? fields.todos) }]
    case 'taskcreate':
      return [{ kind: 'plan_step', id: null, step: textIn(fields, 'subject') ?? '', status: 'pending' }]
    case 'taskupdate':
      return [
        {
          kind: 'plan_step',
          id: textIn(fields, 'taskId') ?? '',
          step: textIn(fields, 'subject') ?? '',
          status: textIn(fields, 'status') ?? '',
        },
      ]
    default:
      return [{ kind: 'other', label: `${name} ${labelOf(fields)}`.trim() }]
  }
}

/** The one argument that says what the call was about; empty where none does. */
const labelOf = (fields: Fields): string =>
  firstLine(textIn(fields, 'pattern', 'query', 'url', 'description', 'title', 'path', 'skill', 'id') ?? '')

const rangeOf = (fields: Fields): string | undefined => {
  const { offset, limit } = fields
  if (typeof offset !== 'number' && typeof limit !== 'number') return undefined
  const start = typeof offset === 'number' ? offset : 1
  return typeof limit === 'number' ? `${start}-${start + limit - 1}` : `${start}-`
}

const addedText = (fields: Fields): string => {
  const edits = Array.isArray(fields.edits) ? fields.edits.filter(isFields) : []
  return [fields, ...edits]
    .flatMap((edit) => textIn(edit, 'new_string', 'new_source', 'newText', 'new_str') ?? [])
    .join('\n')
}

const stepsOf = (value: unknown): readonly PlanStep[] =>
  (Array.isArray(value) ? value.filter(isFields) : []).map((step) => ({
    step: textIn(step, 'step', 'content', 'text') ?? '',
    status: statusOf(textIn(step, 'status')),
  }))

/** What is not known to be under way or done is to be done. */
export const statusOf = (status: string | undefined): PlanStep['status'] =>
  status === 'completed' || status === 'in_progress' ? status : 'pending'

const shellUses = (command: unknown): readonly ToolUse[] => {
  const script = typeof command === 'string' ? command : scriptOf(command)
  if (script === '') return []
  // A patch given to the shell is an edit all the same.
  return script.includes('*** Begin Patch') ? parsePatch(script) : [{ kind: 'command', command: script }]
}

/** `["bash", "-lc", "…"]` is its script; any other argv is its words. */
const scriptOf = (argv: unknown): string => {
  const words = Array.isArray(argv) ? argv.filter((word) => typeof word === 'string') : []
  const [, flag, script] = words
  return script !== undefined && /^-l?c$/.test(flag ?? '') ? script : words.join(' ')
}

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? ''
