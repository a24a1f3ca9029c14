// The command's bundle, rebuilt whenever a source, a manifest or the bundler's configuration is not the one it was built from.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withSetupLock } from './lock.mjs'
import { runPhase } from './phase.mjs'
import { root } from './root.mjs'
import { filesBelow, hashStats, packageFolders, readStamp, writeStamp } from './stamp.mjs'

const output = join(root, 'packages/cli/dist')
const STALE_CHUNK_MS = 7 * 24 * 60 * 60 * 1000

const isSource = (path) => !/\.test\.tsx?$/.test(path)

const sourcesBelow = (folder) => (existsSync(join(root, folder)) ? filesBelow(folder, isSource) : [])

const inputsHash = () =>
  hashStats([
    'pnpm-lock.yaml',
    'tsconfig.base.json',
    'packages/cli/tsdown.config.ts',
    'packages/cli/quick-start.ts',
    ...packageFolders().flatMap((path) => [
      `${path}/package.json`,
      ...['src', 'demo'].flatMap((folder) => sourcesBelow(`${path}/${folder}`)),
    ]),
  ])

const isBuilt = () => existsSync(join(output, 'main.mjs')) && readStamp('build') === inputsHash()

// A daemon that still runs from the previous bundle loads its chunks when it needs them. Their names carry their hash, so
// old and new stand side by side; what has not been written for a week belongs to no one.
const removeStaleChunks = () => {
  const limit = Date.now() - STALE_CHUNK_MS
  for (const name of readdirSync(output)) {
    const path = join(output, name)
    if (statSync(path).mtimeMs < limit) rmSync(path, { recursive: true, force: true })
  }
}

/** Does nothing, silently, when the bundle belongs to the sources as they are. */
export const buildCommand = (node) => {
  if (isBuilt()) return
  withSetupLock(() => {
    if (isBuilt()) return
    // Taken before the build: a source that changes meanwhile must cause another one.
    const hash = inputsHash()
    runPhase({
      doing: 'building the command',
      done: 'command built',
      command: node,
      args: [join(root, 'node_modules/tsdown/dist/run.mjs'), '--no-clean'],
      cwd: join(root, 'packages/cli'),
    })
    removeStaleChunks()
    writeStamp('build', hash)
  })
}
