/** Ends a running daemon from outside: it is asked over its own socket, and is gone when its lock is. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectRawr } from '@rawr/protocol/client'
import { lockHolder } from '../adapters/store/lock.ts'
import type { DaemonFile } from './daemon-file.ts'
import { findDaemon } from './find-daemon.ts'

export type StopOutcome = 'stopped' | 'not_running'

/** Turns are parked and logs synced within this; then the daemon is taken to hang, and is ended by its number. */
const STOP_MS_MAX = 30_000

export const stopDaemon = async (home: string): Promise<StopOutcome> => {
  const file = await findDaemon(home)
  if (file === null) return 'not_running'
  await askToEnd(file)
  if (await hasReleased(home, file.pid)) return 'stopped'
  process.kill(file.pid, 'SIGKILL')
  await hasReleased(home, file.pid)
  return 'stopped'
}

/** The end of a program that is not one's child cannot be waited for, only looked for. */
const hasReleased = async (home: string, pid: number): Promise<boolean> => {
  const giveUpAt = performance.now() + STOP_MS_MAX
  while ((await lockHolder(daemonLock(home)))?.pid === pid) {
    if (performance.now() > giveUpAt) return false
    await delay(LOOK_MS)
  }
  return true
}

const LOOK_MS = 20

export const daemonLock = (home: string): string => join(home, 'locks', 'daemon.lock')

const askToEnd = async ({ port, token, version }: DaemonFile): Promise<void> => {
  const client = connectRawr({
    url: `ws://127.0.0.1:${port}`,
    token,
    client: { name: 'stop', version },
    failuresMax: 3,
  })
  try {
    await client.submit({ type: 'shutdown' })
  } catch {
    // It ended while it was asked, or does not answer: the lock tells which.
  } finally {
    client.close()
  }
}
