// The last step: the real program takes the terminal, the caller's folder stays known as INIT_CWD, and its exit code is ours.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from './root.mjs'

const withParents = (folder) => (folder === dirname(folder) ? [folder] : [folder, ...withParents(dirname(folder))])

/** What `npm run` adds would reach every command that the agent runs for its user, down to another `node` on PATH. */
const withoutNpmAdditions = (env) => {
  const kept = Object.entries(env).filter(
    ([name]) => !/^npm_(package|lifecycle)_|^npm_(command|execpath|node_execpath|config_local_prefix)$/.test(name),
  )
  const added = new Set(withParents(root).map((folder) => join(folder, 'node_modules/.bin')))
  const path = (env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !added.has(entry) && !entry.endsWith(join('@npmcli', 'run-script', 'lib', 'node-gyp-bin')))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) }
}

export const handOver = ({ node, args }) => {
  const child = spawn(node, args, { stdio: 'inherit', env: withoutNpmAdditions(process.env) })
  // From a terminal the signal reaches the whole group; ours is to outlive it and report the child's answer.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`rawr: cannot run ${node}: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
