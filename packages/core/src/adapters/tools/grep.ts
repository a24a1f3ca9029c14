/** `grep`: lines that match a pattern, in every file the project does not ignore. */
import { z } from 'zod'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type FileAccess, kindOf, oneLine, shownPath } from './file-access.ts'
import { searchFiles } from './ripgrep.ts'
import { defineTool, failure, type Tool } from './tool.ts'

const GrepArguments = z.object({
  pattern: z.string().min(1).describe('A regular expression (Rust syntax, as in ripgrep).'),
  path: z.string().default('.').describe("File or folder to search. Default: the session's folder."),
  glob: z.string().optional().describe('Only files whose path matches, such as *.ts or src/**/*.py.'),
  ignore_case: z.boolean().default(false),
  literal: z.boolean().default(false).describe('Take the pattern as plain text.'),
  files_only: z.boolean().default(false).describe('Only the paths of the files that match.'),
  context: z.int().min(0).max(20).default(0).describe('Lines to show around each match.'),
  include_ignored: z.boolean().default(false).describe('Also search what .gitignore leaves out.'),
})
type GrepArguments = z.output<typeof GrepArguments>

const LINES_MAX = 500
/** A longer line is cut: minified code and data would fill the answer. */
const LINE_COLUMNS_MAX = 500

export type SearchTools = { readonly access: FileAccess; readonly sandbox: Sandbox }

export const grepTool = ({ access, sandbox }: SearchTools): Tool =>
  defineTool({
    name: 'grep',
    description: `Searches file contents; each line of the answer is path:line:text. At most ${LINES_MAX} lines.`,
    arguments: GrepArguments,
    purpose: ({ pattern, path }) => ({ kind: 'other', summary: path === '.' ? pattern : `${pattern} in ${path}` }),
    runsAlone: () => false,
    run: async (given, context) => {
      const real = await access.toRead(given.path, context)
      if (!real.ok) return failure(real.error)
      const kind = await kindOf(real.value)
      if (kind === null) return failure(`${given.path}: no such file or folder`)
      // A pipe would be waited for.
      if (kind === 'other') return failure(`${given.path} is not a regular file.`)
      const words = [...wordsOf(given), '--', shownPath(real.value, context.cwd)]
      const end = await searchFiles({ words, context, sandbox })
      switch (end.kind) {
        case 'failed':
          return failure(`grep failed: ${end.message}`)
        case 'nothing':
          return { output: 'No match.', success: true }
        case 'found':
          return { output: answerOf(end.text, given.files_only), success: true }
      }
    },
  })

const wordsOf = (given: GrepArguments): readonly string[] => [
  '--null',
  ...(given.files_only ? ['--files-with-matches'] : ['--line-number', '--with-filename', '--no-heading']),
  `--max-columns=${LINE_COLUMNS_MAX}`,
  '--max-columns-preview',
  `--context=${given.files_only ? 0 : given.context}`,
  ...(given.glob === undefined ? [] : [`--glob=${given.glob}`]),
  ...(given.ignore_case ? ['--ignore-case'] : []),
  ...(given.literal ? ['--fixed-strings'] : []),
  ...(given.include_ignored ? ['--no-ignore'] : []),
  `--regexp=${given.pattern}`,
]

const answerOf = (text: string, isPaths: boolean): string => {
  const lines = isPaths ? pathsIn(text) : linesIn(text)
  if (lines.length <= LINES_MAX) return lines.join('\n')
  return `${lines.slice(0, LINES_MAX).join('\n')}\n[${lines.length - LINES_MAX} more lines; narrow the pattern, path or glob]`
}

const pathsIn = (text: string): readonly string[] =>
  text
    .split('\0')
    .filter((path) => path !== '')
    .map(shownName)

/** Between two groups with context. */
const GAP = '--'

/** What ripgrep says of a binary file stands behind the name, without a zero. */
const NOTE = /: (?:WARNING: stopped searching binary file|binary file matches)[^\n]*$/

/** Each is a path, a zero, and the rest of the line: only so a name with a newline in it is no line of its own. */
const linesIn = (text: string): readonly string[] => {
  const lines: string[] = []
  for (let at = 0; at < text.length; ) {
    const line = text.slice(at, endOfLine(text, at))
    const zero = text.indexOf('\0', at)
    const isNote = zero === -1 || (zero >= at + line.length && NOTE.test(line))
    if (line === GAP || isNote) {
      lines.push(line === GAP ? GAP : shownName(line))
      at += line.length + 1
      continue
    }
    const end = endOfLine(text, zero)
    const rest = text.slice(zero + 1, end)
    // `12:` of a match, `12-` of a line around it.
    lines.push(`${shownName(text.slice(at, zero))}${/^\d+-/.test(rest) ? '-' : ':'}${rest}`)
    at = end + 1
  }
  return lines
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

const shownName = (path: string): string => oneLine(path.replace(/^\.\//, ''))
