/** What git would ignore, from every `.gitignore` between the top of the repository and a folder, and its `info/exclude`. */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import ignore, { type Ignore } from 'ignore'

export type IgnoreRules = {
  ignores(path: string, isFolder: boolean): boolean
  /** With the folder's own rules added. */
  below(folder: string): Promise<IgnoreRules>
}

type Layer = { readonly folder: string; readonly rules: Ignore }

export const ignoreRulesFor = async (folder: string): Promise<IgnoreRules> => {
  const layers: Layer[] = []
  const chain = await foldersFromTop(folder)
  // What a person leaves out for themselves: weaker than any file of the project.
  const [top = folder] = chain
  layers.push(...(await layerFrom(join(top, '.git/info/exclude'), top)))
  for (const above of chain) layers.push(...(await layerOf(above)))
  return rulesOf(layers)
}

const rulesOf = (layers: readonly Layer[]): IgnoreRules => ({
  ignores: (path, isFolder) => {
    if (path.endsWith('/.git')) return true
    let ignored = false
    // The nearest file that speaks of a path has the last word.
    for (const { folder, rules } of layers) {
      const name = relative(folder, path)
      // A folder's own rules do not speak of itself.
      if (name === '') continue
      const verdict = rules.test(name + (isFolder ? '/' : ''))
      if (verdict.ignored) ignored = true
      else if (verdict.unignored) ignored = false
    }
    return ignored
  },
  below: async (folder) => rulesOf([...layers, ...(await layerOf(folder))]),
})

/** A larger one is no list of rules, and a pipe of that name would be waited for. */
const RULES_BYTES_MAX = 1024 * 1024

const STARS_MAX = 4

/** Each star of a name is tried at each of its characters: a pattern may be written to keep its reader busy for ever. */
const isCostly = (pattern: string): boolean =>
  pattern.split('/').some((part) => (part.match(/\*+/g)?.length ?? 0) > STARS_MAX)

const layerOf = (folder: string): Promise<readonly Layer[]> => layerFrom(join(folder, '.gitignore'), folder)

const layerFrom = async (path: string, folder: string): Promise<readonly Layer[]> => {
  try {
    const found = await stat(path)
    if (!found.isFile() || found.size > RULES_BYTES_MAX) return []
    const patterns = (await readFile(path, 'utf8')).split('\n')
    return [{ folder, rules: ignore().add(patterns.filter((pattern) => !isCostly(pattern))) }]
  } catch {
    return []
  }
}

/** From the folder that holds `.git` down to this one; only this one outside a repository. */
const foldersFromTop = async (folder: string): Promise<readonly string[]> => {
  const chain = [folder]
  for (let at = folder; ; at = dirname(at)) {
    if (at !== folder) chain.unshift(at)
    if (await exists(join(at, '.git'))) return chain
    if (dirname(at) === at) return [folder]
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
