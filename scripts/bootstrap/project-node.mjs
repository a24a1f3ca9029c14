// The Node that runs Rawr: the one the workspace brings, or, where its platform package could not be fetched, the caller's
// own if it is new enough.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { hashStats, readStamp, writeStamp } from './stamp.mjs'

const MINIMUM = [22, 18]

const isNewEnough = (version) => {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])
}

// A failed fetch leaves a link to nothing, a foreign platform a binary that does not start: only running it tells.
const runs = (path) => {
  const result = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return result.status === 0 && isNewEnough(result.stdout.trim())
}

/** A file that has answered once does so again while it is the same. */
const isTried = (own) => {
  const stamp = hashStats([own])
  if (readStamp('node') === stamp) return true
  if (!runs(join(root, own))) return false
  writeStamp('node', stamp)
  return true
}

export const projectNode = () => {
  const own = join('node_modules/.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(join(root, own)) && isTried(own)) return join(root, own)
  if (isNewEnough(process.version)) return process.execPath
  throw new Error(
    `needs Node ${MINIMUM.join('.')} or later: this is ${process.version}, and the workspace's own Node is not there. ` +
      'Install a newer Node, or remove node_modules and try again with the registry in reach.',
  )
}
