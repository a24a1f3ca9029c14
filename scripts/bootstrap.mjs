// What `npm start`, `npm test` and `npm run rawr` go through. It sets the workspace up when something is missing or older
// than its sources, says so in one line a phase on stderr, and hands over to the project's own Node. Plain JavaScript
// without a dependency: it must run before there is anything to depend on, on whatever Node (18 or later) the caller has.
import { join } from 'node:path'
import { buildCommand } from './bootstrap/build.mjs'
import { handOver } from './bootstrap/hand-over.mjs'
import { installDependencies } from './bootstrap/install.mjs'
import { projectNode } from './bootstrap/project-node.mjs'
import { root } from './bootstrap/root.mjs'

const bundle = join(root, 'packages/cli/dist/main.mjs')

/** The commands of the root package.json, and what each hands over to. */
const commands = {
  start: (args) => [bundle, 'demo', ...args],
  rawr: (args) => [bundle, ...args],
  test: (args) => [join(root, 'scripts/test.mjs'), 'quick', ...args],
  'test:long': (args) => [join(root, 'scripts/test.mjs'), 'long', ...args],
}

const main = () => {
  const [name, ...args] = process.argv.slice(2)
  const command = commands[name]
  if (command === undefined) throw new Error(`unknown command "${name}"; one of: ${Object.keys(commands).join(', ')}`)
  installDependencies()
  const node = projectNode()
  buildCommand(node)
  handOver({ node, args: command(args) })
}

try {
  main()
} catch (error) {
  process.stderr.write(`rawr: ${error.message}\n`)
  process.exitCode = 1
}
