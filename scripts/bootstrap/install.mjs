// Dependencies, exactly as the lockfile has them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withSetupLock } from './lock.mjs'
import { runPhase } from './phase.mjs'
import { root } from './root.mjs'
import { hashContents, packageFolders, readStamp, writeStamp } from './stamp.mjs'

const manifests = () => ['package.json', ...packageFolders().map((path) => `${path}/package.json`)]

const inputsHash = () => {
  const hash = hashContents(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()])
  return `${hash}-${process.platform}-${process.arch}`
}

/** pnpm's exact version stands once, in package.json: newer ones are not built for every platform. */
const pnpmVersion = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager

const isInstalled = () => existsSync(join(root, 'node_modules/.pnpm')) && readStamp('install') === inputsHash()

/** Does nothing, silently, when the installed dependencies belong to this lockfile. */
export const installDependencies = () => {
  if (isInstalled()) return
  withSetupLock(() => {
    if (isInstalled()) return
    process.stderr.write('Setting Rawr up: once, about 20 seconds and 600 MB\n')
    runPhase({
      doing: 'installing dependencies',
      done: 'dependencies installed',
      command: 'npx',
      args: ['--yes', pnpmVersion(), 'install', '--frozen-lockfile', '--config.confirm-modules-purge=false'],
    })
    writeStamp('install', inputsHash())
  })
}
