/** Names that a call itself brings into being: in the text it puts in place, by the form of their definition alone. */
import { listAt, textAt } from '../import/fields.ts'
import { keysIn, keyTextsIn } from './keys.ts'
import type { SessionEvent } from './normal-form.ts'

/** Variables at the margin alone: one inside a function is nobody's business outside. */
const DEFINITION =
  /^(?:\s*(?:export\s+)?(?:default\s+)?(?:pub(?:\([a-z]+\))?\s+)?(?:async\s+)?(?:func(?:\s+\([^)]*\))?|function|def|class|type|interface|struct|enum|trait|fn)|(?:export\s+)?(?:const|let|var))\s+([A-Za-z_]\w*)/gm
const LOCAL =
  /(?:(?:^|[{;]|\b(?:if|for|switch)\s)\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*:=)|^\s+(?:const|let|let mut|var)\s+([A-Za-z_]\w*)/gm
const PARAMETERS =
  /^\s*(?:export\s+)?(?:async\s+)?(?:func(?:\s+\([^)]*\))?|function|def|fn)\s+[A-Za-z_]\w*\(([^)]*)\)/gm

const EDITED_FIELDS = ['new_string', 'content', 'new_str', 'newString', 'input', 'patch', 'patchText'] as const
const REPLACED_FIELDS = ['old_string', 'old_str', 'oldString'] as const

/** Names defined in the text an edit puts in place. Only such as count as keys at all. */
export const definedIn = (call: SessionEvent): readonly string[] =>
  onlyKeys(addedTexts(call).flatMap((body) => [...body.matchAll(DEFINITION)].map(([, name]) => name ?? '')))

/** Variables and parameters too, but nothing that the text it replaces has: that was there before. */
export const declaredIn = (call: SessionEvent): readonly string[] => {
  const { input = {} } = call
  const edits = listAt(input, 'edits').flatMap((edit) => textAt(edit, 'old_string') ?? [])
  const replaced = [...REPLACED_FIELDS.flatMap((field) => textAt(input, field) ?? []), ...edits]
  const before = new Set(replaced.flatMap(keyTextsIn))
  const lists = addedTexts(call).flatMap((body) =>
    [...body.matchAll(LOCAL), ...body.matchAll(PARAMETERS)].map(([, list, one]) => list ?? one ?? ''),
  )
  const names = lists.flatMap((list) => list.split(',').map((part) => /[A-Za-z_]\w*/.exec(part)?.[0] ?? ''))
  return [...definedIn(call), ...onlyKeys(names)].filter((name) => !before.has(name))
}

const addedTexts = ({ kind, input = {} }: SessionEvent): readonly string[] => {
  if (kind !== 'call') return []
  const many = listAt(input, 'edits').flatMap((edit) => textAt(edit, 'new_string') ?? [])
  const bodies = [...EDITED_FIELDS.flatMap((field) => textAt(input, field) ?? []), ...many]
  return bodies.map((body) => body.replace(/^\+/gm, ''))
}

const onlyKeys = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => keysIn(name).some((key) => key.text === name))
