// One set-up at a time: two commands started together in one clone must not write the same files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

// Beside node_modules' content would be the natural place, but an install may empty that folder.
const lockFile = join(root, '.cache/setup.lock')
const WAIT_MS = 100
const WAIT_TOTAL_MS = 10 * 60 * 1000

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const tryAcquire = () => {
  try {
    mkdirSync(dirname(lockFile), { recursive: true })
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

const removeIfAbandoned = () => {
  try {
    const owner = Number(readFileSync(lockFile, 'utf8'))
    if (owner > 0 && !isAlive(owner)) rmSync(lockFile, { force: true })
  } catch {
    // Released meanwhile: the next try will tell.
  }
}

/** Runs `work` while no other set-up of this clone runs; the caller looks again, inside, whether there still is work. */
export const withSetupLock = (work) => {
  const deadline = Date.now() + WAIT_TOTAL_MS
  while (!tryAcquire()) {
    if (Date.now() > deadline) throw new Error(`another set-up holds ${lockFile}; remove it if none runs`)
    removeIfAbandoned()
    sleep(WAIT_MS)
  }
  try {
    work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}
