/** `glob`: paths of files that match a pattern, in path order. */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathPattern } from '@rawr/protocol'
import { z } from 'zod'
import { kindOf, oneLine, shownPath } from './file-access.ts'
import type { SearchTools } from './grep.ts'
import { searchFiles } from './ripgrep.ts'
import { defineTool, failure, type Tool } from './tool.ts'

const GlobArguments = z.object({
  pattern: z
    .string()
    .min(1)
    .describe('Such as **/*.ts or src/*.{js,mjs}, relative to path. A name without a slash is found at any depth.'),
  path: z.string().default('.').describe("Folder to search. Default: the session's folder."),
  include_ignored: z.boolean().default(false).describe('Also find what .gitignore leaves out.'),
})

const PATHS_MAX = 500

export const globTool = ({ access, sandbox }: SearchTools): Tool =>
  defineTool({
    name: 'glob',
    description: `Finds files by the pattern of their path. At most ${PATHS_MAX} paths.`,
    arguments: GlobArguments,
    purpose: ({ pattern, path }) => ({ kind: 'other', summary: path === '.' ? pattern : `${pattern} in ${path}` }),
    runsAlone: () => false,
    run: async ({ pattern, path, include_ignored }, context) => {
      if (leavesFolder(pattern))
        return failure(`${pattern}: a pattern is relative to path and stays below it; give the folder as path.`)
      const matches = pathPattern(pattern)
      if (!matches.ok) return failure(matches.error)
      const real = await access.toRead(path, context)
      if (!real.ok) return failure(real.error)
      const kind = await kindOf(real.value)
      if (kind !== 'folder')
        return failure(`${path}${kind === null ? ': no such file or folder' : ' is not a folder.'}`)
      const words = ['--files', '--null', ...(include_ignored ? ['--no-ignore'] : []), '--', '.']
      const end = await searchFiles({ words, context: { ...context, cwd: real.value }, sandbox })
      if (end.kind === 'failed') return failure(`glob failed: ${end.message}`)
      const all = end.kind === 'nothing' ? [] : end.text.split('\0').filter((name) => name !== '')
      // With `./` a name is meant for the folder itself: it stays before both, so that it has a slash.
      const isFromHere = pattern.startsWith('./')
      const inFolder = (name: string): string => name.replace(/^\.\//, '')
      const takes = (name: string): boolean => matches.value(isFromHere ? `./${inFolder(name)}` : inFolder(name))
      const found = (await taken(all, takes)).map(inFolder)
      const paths = found.map((name) => oneLine(shownPath(join(real.value, name), context.cwd)))
      return { output: answerOf(paths), success: true }
    },
  })

/** About ten milliseconds of the dearest patterns: the daemon serves others meanwhile. */
const PATHS_AT_ONCE = 1_000

export const taken = async (paths: readonly string[], takes: (path: string) => boolean): Promise<readonly string[]> => {
  const found: string[] = []
  for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
    if (at > 0) await setImmediate()
    for (const path of paths.slice(at, at + PATHS_AT_ONCE)) if (takes(path)) found.push(path)
  }
  return found
}

const leavesFolder = (pattern: string): boolean => pattern.startsWith('/') || pattern.split('/').includes('..')

const answerOf = (paths: readonly string[]): string => {
  if (paths.length === 0) return 'No file matches.'
  const left = paths.length - PATHS_MAX
  return [...paths.slice(0, PATHS_MAX), ...(left > 0 ? [`[${left} more paths; narrow the pattern]`] : [])].join('\n')
}
