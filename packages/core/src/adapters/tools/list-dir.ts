/** `list_dir`: what a folder holds, some levels deep, without what the project ignores. */
import { readdir, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { faultText } from './fault-text.ts'
import { type FileAccess, oneLine } from './file-access.ts'
import { type IgnoreRules, ignoreRulesFor } from './ignore-rules.ts'
import { defineTool, failure, type Tool } from './tool.ts'

const ListDirArguments = z.object({
  path: z.string().default('.').describe("The folder. Default: the session's folder."),
  depth: z.int().min(1).max(10).default(2).describe('Levels to descend. Default: 2.'),
  include_ignored: z.boolean().default(false).describe('Also list what .gitignore leaves out.'),
})

const ENTRIES_MAX = 1000

export const listDirTool = (access: FileAccess): Tool =>
  defineTool({
    name: 'list_dir',
    description: `Lists a folder as an indented tree; folders end with a slash. At most ${ENTRIES_MAX} entries.`,
    arguments: ListDirArguments,
    purpose: ({ path }) => ({ kind: 'other', summary: path }),
    runsAlone: () => false,
    run: async ({ path, depth, include_ignored }, context) => {
      const real = await access.toRead(path, context)
      if (!real.ok) return failure(real.error)
      try {
        if (!(await stat(real.value)).isDirectory()) return failure(`${path} is not a folder: use read.`)
        const lines = await linesOf({
          folder: real.value,
          depth,
          indent: '',
          rules: include_ignored ? null : await rulesFor(real.value),
        })
        const shown = lines.slice(0, ENTRIES_MAX)
        const note =
          lines.length > ENTRIES_MAX ? [`[more than ${ENTRIES_MAX} entries; list a subfolder or use glob]`] : []
        return { output: [...shown, ...note].join('\n') || '[empty folder]', success: true }
      } catch (error) {
        return failure(`${path}: ${faultText(error)}`)
      }
    },
  })

type Walk = {
  readonly folder: string
  readonly depth: number
  readonly indent: string
  /** `null`: nothing is ignored. */
  readonly rules: IgnoreRules | null
}

/** Who asks for a folder that is ignored itself wants to see it. */
const rulesFor = async (folder: string): Promise<IgnoreRules | null> => {
  const rules = await ignoreRulesFor(folder)
  return rules.ignores(folder, true) ? null : rules
}

/** Stops soon after there are too many. */
const linesOf = async ({ folder, depth, indent, rules }: Walk): Promise<string[]> => {
  const lines: string[] = []
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (lines.length > ENTRIES_MAX) break
    const path = join(folder, entry.name)
    if (rules?.ignores(path, entry.isDirectory())) continue
    const name = oneLine(entry.name)
    if (entry.isSymbolicLink()) lines.push(`${indent}${name} -> ${oneLine(await readlink(path))}`)
    else if (!entry.isDirectory()) lines.push(`${indent}${name}`)
    else {
      lines.push(`${indent}${name}/`)
      if (depth === 1) continue
      const below = await linesOf({
        folder: path,
        depth: depth - 1,
        indent: `${indent}  `,
        rules: (await rules?.below(path)) ?? null,
      }).catch((error: unknown) => [`${indent}  [${faultText(error)}]`])
      lines.push(...below)
    }
  }
  return lines
}
