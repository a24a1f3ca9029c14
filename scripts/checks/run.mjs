// The list of checks, and the loop that runs them two at a time.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/root.mjs'

const PARALLEL = 2

/** A package's own command, run by this Node: the shims of node_modules/.bin take whichever comes first on PATH. */
const tool = (name, command, ...args) => {
  const folder = join(root, 'node_modules', name)
  if (!existsSync(folder)) return [join(folder, 'package.json')]
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return [join(folder, typeof bin === 'string' ? bin : bin[command]), ...args]
}

const script = (name) => [join(root, 'scripts/checks', `${name}.mjs`)]

/** Slowest first, so that the short ones fill the second place. `hint` says what to do about a failure. */
const checks = {
  imports: {
    args: () => script('imports'),
    hint: 'import directions, purity and loops: scripts/checks/import-rules.mjs',
  },
  unused: {
    args: () => tool('knip', 'knip', '--no-progress', '--no-config-hints'),
    hint: 'remove what nothing uses, or use it',
  },
  types: { args: () => tool('typescript', 'tsc', '--noEmit', '-p', 'tsconfig.json'), hint: 'types do not fit' },
  promises: { args: () => tool('oxlint', 'oxlint', '--type-aware'), hint: 'await it, or hand it to someone who does' },
  style: {
    args: () =>
      tool(
        '@biomejs/biome',
        'biome',
        'ci',
        '--colors=off',
        '--reporter=concise',
        '--diagnostic-level=warn',
        '--error-on-warnings',
        '--max-diagnostics=100',
        '.',
      ),
    hint: '`pnpm format` mends the layout; the rest by hand',
  },
  names: { args: () => script('exported-names'), hint: 'a change of the public API is a decision' },
  tests: { args: () => script('test-beside'), hint: 'every file with logic has its test beside it' },
  rows: { args: () => script('rows'), hint: 'a failure row names the guard without which it is red' },
  sizes: { args: () => script('file-size'), hint: 'split by noun' },
  lockfile: { args: () => script('lockfile'), hint: 'the lockfile must install anywhere' },
}

export const listChecks = () => Object.keys(checks)

const runOne = (name) =>
  new Promise((resolve) => {
    const startedAt = Date.now()
    const child = spawn(process.execPath, checks[name].args(), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('close', (code) => resolve({ name, code, output, seconds: ((Date.now() - startedAt) / 1000).toFixed(1) }))
  })

const print = ({ name, code, output, seconds }) => {
  if (code === 0) return process.stdout.write(`✔ ${name} (${seconds} s)\n`)
  const indented = output.trimEnd().replaceAll(/^/gm, '  ')
  return process.stdout.write(`✘ ${name} (${seconds} s): ${checks[name].hint}\n${indented}\n`)
}

/** Runs the named checks and prints each as it ends. `failures` has a line for each that is red. */
export const runChecks = async (names) => {
  const waiting = [...names]
  const failures = []
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const result = await runOne(name)
      print(result)
      if (result.code !== 0) failures.push(`check ${result.name}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return { passed: names.length - failures.length, failures }
}
