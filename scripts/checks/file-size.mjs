// No source file over its limit, and no exception list but generated files: a file that passes it has two jobs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/root.mjs'
import { filesBelow } from '../bootstrap/stamp.mjs'
import { report } from './report.mjs'
import { isGenerated, sourceFiles } from './source-files.mjs'

const LINES_MAX = 400

/** The files where events arrive, and so where it is easiest to add one more `if`. */
const tighterLimits = new Map([
  ['packages/core/src/runtime/session.ts', 250],
  ['packages/tui/src/app/loop.ts', 250],
])

const lineCount = (path) => readFileSync(join(root, path), 'utf8').replace(/\n$/, '').split('\n').length

const files = [
  ...sourceFiles().filter((path) => !isGenerated(path)),
  ...filesBelow('scripts', (path) => path.endsWith('.mjs')),
]

const problems = files.flatMap((path) => {
  const limit = tighterLimits.get(path) ?? LINES_MAX
  const lines = lineCount(path)
  return lines > limit ? [`${path}: ${lines} lines, ${limit} allowed. Split it by noun.`] : []
})

report({ problems, seen: `${files.length} files` })
