/** The files a patch in `apply_patch` form touches, and the lines it adds to each. */

export type PatchUse =
  | { readonly kind: 'edit' | 'create'; readonly path: string; readonly added: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVE = /^\*\*\* Move to: (.+)$/

export const parsePatch = (patch: string): readonly PatchUse[] => {
  const uses: PatchUse[] = []
  let added: string[] = []
  let open: { readonly kind: 'edit' | 'create'; readonly path: string } | null = null
  const close = (): void => {
    if (open !== null) uses.push({ ...open, added: added.join('\n') })
    open = null
    added = []
  }
  for (const raw of patch.split('\n')) {
    const line = raw.trimEnd()
    const [, verb, path = ''] = HEADER.exec(line) ?? []
    const to = MOVE.exec(line)?.[1]
    if (verb !== undefined) {
      close()
      if (verb === 'Delete') uses.push({ kind: 'delete', path })
      else open = { kind: verb === 'Add' ? 'create' : 'edit', path }
    } else if (line === '*** End Patch') close()
    else if (to !== undefined && open !== null) uses.push({ kind: 'move', path: pathOf(open), to })
    else if (open !== null && line.startsWith('+')) added.push(line.slice(1))
  }
  close()
  return uses
}

/** A patch written as a string of a script: `"*** Begin Patch\\n…"`. One written in back quotes is as it is. */
export const patchInScript = (script: string): readonly PatchUse[] => {
  if (!script.includes('*** Begin Patch')) return []
  const text = script.includes('*** Begin Patch\\n')
    ? script.replaceAll(/\\(?:n|t|"|\\)/g, (pair) => UNESCAPED[pair] ?? pair)
    : script
  return parsePatch(text.slice(text.indexOf('*** Begin Patch')))
}

const UNESCAPED: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\"': '"', '\\\\': '\\' }

const pathOf = (open: { readonly path: string }): string => open.path
