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

const NEW_FIELDS = ['new_string', 'content', 'new_str', 'newString'] as const
const OLD_FIELDS = ['old_string', 'old_str', 'oldString'] as const
const PATCH_FIELDS = ['input', 'patch', 'patchText'] as const

/** What an edit takes away and what it puts in place; an anchor stands in both. */
type Replacement = { readonly before: string; readonly after: string }

const replacements = ({ kind, input = {} }: SessionEvent): readonly Replacement[] => {
  if (kind !== 'call') return []
  const many = [input, ...listAt(input, 'edits')].flatMap((edit): readonly Replacement[] => {
    const after = NEW_FIELDS.flatMap((field) => textAt(edit, field) ?? [])
    return after.map((text) => ({
      before: OLD_FIELDS.flatMap((field) => textAt(edit, field) ?? []).join('\n'),
      after: text,
    }))
  })
  return [...many, ...PATCH_FIELDS.flatMap((field) => patched(textAt(input, field) ?? ''))]
}

/** A patch marks its lines; whatever has no marks is new. */
const patched = (text: string): readonly Replacement[] => {
  if (text === '') return []
  const lines = text.split('\n')
  const side = (other: string): string =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => line.replace(/^[+ -]/, ''))
      .join('\n')
  return /^[+-]/m.test(text) ? [{ before: side('+'), after: side('-') }] : [{ before: '', after: text }]
}

/** Names whose definition an edit puts in place or changes: not such as only mark the spot. */
export const definedIn = (call: SessionEvent): readonly string[] =>
  onlyKeys(
    replacements(call).flatMap(({ before, after }) =>
      [...after.matchAll(DEFINITION)]
        .filter(({ index }) => !before.includes(blockAt(after, index)))
        .map(([, name]) => name ?? ''),
    ),
  )

/** A definition to the end of what is indented under it, with the bracket that closes it. */
const blockAt = (text: string, from: number): string => {
  const [first = '', ...rest] = text.slice(from).replace(/^\n+/, '').split('\n')
  const end = rest.findIndex((line) => !/^\s|^$/.test(line))
  const closing = /^[})\]]/.test(rest[end] ?? '') ? end + 1 : end
  return [first, ...(end === -1 ? rest : rest.slice(0, closing))].join('\n').trimEnd()
}

/** Lines that an edit copies to mark its spot: they stand there before and after. */
export const anchorLines = (call: SessionEvent): ReadonlySet<string> =>
  new Set(
    replacements(call).flatMap(({ before, after }) => {
      const kept = new Set(before.split('\n'))
      return after.split('\n').filter((line) => kept.has(line))
    }),
  )

/** Variables and parameters too, but nothing that the text it replaces has: that was there before. */
export const declaredIn = (call: SessionEvent): readonly string[] => {
  const texts = replacements(call)
  const before = new Set(texts.flatMap((text) => keyTextsIn(text.before)))
  const lists = texts.flatMap(({ after }) =>
    [...after.matchAll(LOCAL), ...after.matchAll(PARAMETERS)].map(([, list, one]) => list ?? one ?? ''),
  )
  const names = lists.flatMap((list) => list.split(',').map((part) => /[A-Za-z_]\w*/.exec(part)?.[0] ?? ''))
  return [...definedIn(call), ...onlyKeys(names)].filter((name) => !before.has(name))
}

const onlyKeys = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => keysIn(name).some((key) => key.text === name))
