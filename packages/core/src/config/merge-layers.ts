/** Layers of settings, weakest first, become one complete value, and each value knows which layer it came from. */
import { DEFAULT_SETTINGS, type Settings, type SettingsLayer } from '@rawr/protocol'

export type Layer = {
  /** `defaults`, a file's path, `flags` or `op`. */
  readonly from: string
  readonly layer: SettingsLayer
}

/** Dotted path of each value that somebody set → the layer that had the last word; what is not listed is a default. */
export type SettingSources = Readonly<Record<string, string>>

export const mergeLayers = (layers: readonly Layer[]): { settings: Settings; sources: SettingSources } => {
  let merged: Tree = DEFAULT_SETTINGS
  const sources: Record<string, string> = {}
  for (const { from, layer } of layers) {
    merged = mergeTrees(merged, layer)
    for (const path of leafPaths(layer)) sources[path.join('.')] = from
  }
  // Complete before (the defaults are typed so), and each layer went through its schema: the merge adds no key of its own.
  return { settings: merged as Settings, sources }
}

type Tree = { readonly [key: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sections merge key by key; a list replaces the list below it, as nobody could remove from a joined one. */
const mergeTrees = (below: Tree, above: Tree): Tree => {
  const entries = new Map<string, unknown>(Object.entries(below))
  for (const [key, value] of Object.entries(above)) {
    const old = entries.get(key)
    if (value !== undefined) entries.set(key, isTree(value) && isTree(old) ? mergeTrees(old, value) : value)
  }
  return Object.fromEntries(entries)
}

const leafPaths = (tree: Tree, above: readonly string[] = []): string[][] =>
  Object.entries(tree).flatMap(([key, value]) => {
    if (value === undefined) return []
    return isTree(value) ? leafPaths(value, [...above, key]) : [[...above, key]]
  })
