// Every file with logic has its test beside it: x.ts and x.test.ts. Logic is a function or a class; a file of types, schemas or
// constants has none.

import { parseSource, someNode } from './parse.mjs'
import { report } from './report.mjs'
import { isGenerated, isTest, sourceFiles } from './source-files.mjs'

/** Files whose test stands elsewhere, and where. */
const testedElsewhere = [
  // Twins and walkers for tests: every test that uses one tests it.
  /\/testing\//,
  // The world of the simulation: every story that is played tests it.
  /^packages\/simulation\/src\/world\//,
  // Rims that only join tested parts: the tests of the whole command run them.
  /^packages\/cli\/src\//,
  /^packages\/simulation\/src\/(sim|mutate|worker|take-orders)\.ts$/,
  /^packages\/core\/src\/daemon\/(server|main)\.ts$/,
  /^packages\/tui\/src\/(app|components)\//,
]

const LOGIC = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression', 'ClassDeclaration'])

const hasLogic = (path) => someNode(parseSource(path), (node) => LOGIC.has(node.type))

const files = sourceFiles()
const tested = new Set(
  files.filter(isTest).map((path) => path.replace(/\.test\.tsx?$/, '').replace(/\.(long|property|golden)$/, '')),
)

const problems = files
  .filter((path) => !isTest(path) && !isGenerated(path) && !path.endsWith('/index.ts'))
  .filter((path) => !testedElsewhere.some((pattern) => pattern.test(path)))
  .filter((path) => !tested.has(path.replace(/\.tsx?$/, '')) && hasLogic(path))
  .map(
    (path) =>
      `${path}: has logic and no ${path
        .split('/')
        .at(-1)
        .replace(/\.(tsx?)$/, '.test.$1')} beside it. Write one.`,
  )

report({ problems, seen: `${tested.size} files with a test beside them` })
