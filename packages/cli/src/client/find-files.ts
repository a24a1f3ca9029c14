/** Files of a folder for `@`: what ripgrep would search, so nothing ignored; the best match first. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { rgPath } from '@vscode/ripgrep'

const FILES_MAX = 20_000
const FOUND_MAX = 20
const STALE_MS = 5_000

const run = promisify(execFile)

export const fileFinder = (folder: string): ((query: string) => Promise<readonly string[]>) => {
  let listed: { readonly at: number; readonly paths: Promise<readonly string[]> } | null = null
  return async (query) => {
    if (listed === null || Date.now() - listed.at > STALE_MS) listed = { at: Date.now(), paths: listFiles(folder) }
    return bestMatches(await listed.paths, query)
  }
}

const listFiles = async (cwd: string): Promise<readonly string[]> => {
  try {
    const { stdout } = await run(rgPath, ['--files', '--hidden', '--glob', '!.git'], { cwd, maxBuffer: 64 << 20 })
    return stdout.split('\n').filter(Boolean).slice(0, FILES_MAX)
  } catch {
    return []
  }
}

/** The name that begins so, then a path that holds it, then its letters in order; short before long. */
const bestMatches = (paths: readonly string[], query: string): readonly string[] => {
  const wanted = query.toLowerCase()
  const loose = new RegExp([...wanted].map((char) => char.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')).join('.*'), 'u')
  return paths
    .flatMap((path) => {
      const lower = path.toLowerCase()
      const name = lower.slice(lower.lastIndexOf('/') + 1)
      const score = name.startsWith(wanted) ? 0 : lower.includes(wanted) ? 1 : loose.test(lower) ? 2 : 3
      return score === 3 ? [] : [{ path, score }]
    })
    .sort((a, b) => a.score - b.score || a.path.length - b.path.length || a.path.localeCompare(b.path))
    .slice(0, FOUND_MAX)
    .map(({ path }) => path)
}
