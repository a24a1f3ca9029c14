/**
 * For clients on the same machine: finds the daemon of a home, or starts one that outlives them. Of several that start at
 * once the lock lets one through; the others find it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { lockHolder } from '../adapters/store/lock.ts'
import { LOOPBACK } from './bind.ts'
import type { DaemonFile } from './daemon-file.ts'
import { findDaemon } from './find-daemon.ts'
import { daemonLock, stopDaemon } from './stop-daemon.ts'

export type ConnectOrStartOptions = {
  /** `RAWR_HOME`. */
  readonly home: string
  /** A running daemon of another version is drained and replaced. */
  readonly version: string
  /** What `execPath` is given to become a daemon by {@link runDaemon}: the entry file and its arguments. */
  readonly entry: readonly string[]
  /** Absent: this program's own. */
  readonly execPath?: string
  /** Of the daemon to be started; absent: this program's own. */
  readonly env?: NodeJS.ProcessEnv
}

export type DaemonAddress = {
  readonly url: string
  readonly token: string
  readonly pid: number
  readonly started: boolean
}

/** Starting, or waiting for somebody else's start, may take this long on a loaded machine. */
const START_MS_MAX = 30_000

export const connectOrStart = async (options: ConnectOrStartOptions): Promise<DaemonAddress> => {
  const { home, version } = options
  const giveUpAt = performance.now() + START_MS_MAX
  let lastWords = 'no time was left'
  while (performance.now() < giveUpAt) {
    const running = await findDaemon(home)
    if (running?.version === version) return addressOf(running, false)
    if (running !== null) await stopDaemon(home)
    const holder = await lockHolder(daemonLock(home))
    if (holder === null) {
      const outcome = await startDetached(options)
      const started = outcome.kind === 'ready' ? await findDaemon(home) : null
      if (started !== null) return addressOf(started, true)
      if (outcome.kind === 'failed') throw new Error(`the daemon did not start: ${outcome.lastWords}`)
    } else {
      // Another starter's daemon has not said yet where it listens, or an old one is just ending.
      lastWords = `process ${holder.pid} holds the lock and does not answer`
      await delay(LOOK_MS)
    }
  }
  throw new Error(`the daemon did not start: ${lastWords}`)
}

const LOOK_MS = 25

const addressOf = ({ port, token, pid }: DaemonFile, started: boolean): DaemonAddress => ({
  url: `ws://${LOOPBACK}:${port}`,
  token,
  pid,
  started,
})

/** The one line a daemon writes on its standard output. */
export const FirstLine = z.union([
  z.object({
    ready: z.literal(true),
    port: z.number(),
    pid: z.number(),
    outer: z.object({ host: z.string(), port: z.number(), fingerprint: z.string().nullable() }).optional(),
  }),
  z.object({ ready: z.literal(false), in_use_by: z.number() }),
])
export type FirstLine = z.infer<typeof FirstLine>

/** A daemon lives for days beside everything else: it gives memory back early instead of collecting seldom (0063). */
const SMALL = '--optimize-for-size'

type StartOutcome =
  | { readonly kind: 'ready' }
  /** Somebody else was faster. */
  | { readonly kind: 'in_use' }
  | { readonly kind: 'failed'; readonly lastWords: string }

const startDetached = async ({ home, entry, execPath, env }: ConnectOrStartOptions): Promise<StartOutcome> => {
  await mkdir(home, { recursive: true, mode: 0o700 })
  // What it says before its logger runs, and what Node says when it dies.
  const path = join(home, 'daemon.log')
  const log = await open(path, 'a', 0o600)
  try {
    const child = spawn(execPath ?? process.execPath, [SMALL, ...entry], {
      cwd: home,
      detached: true,
      stdio: ['ignore', 'pipe', log.fd],
      env: env ?? process.env,
    })
    const outcome = await firstLineOf(child)
    return outcome.kind === 'failed' ? { ...outcome, lastWords: `${outcome.lastWords}; see ${path}` } : outcome
  } finally {
    await log.close()
  }
}

const firstLineOf = async (child: ChildProcess): Promise<StartOutcome> => {
  const outcome = Promise.withResolvers<StartOutcome>()
  child.on('error', (cause) => outcome.resolve({ kind: 'failed', lastWords: cause.message }))
  child.on('exit', (code, signal) =>
    outcome.resolve({ kind: 'failed', lastWords: `it ended with ${signal ?? `code ${code}`}` }),
  )
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).once('line', (line) => outcome.resolve(readFirstLine(line)))
  const answer = await outcome.promise
  // From here on it belongs to nobody: neither its pipe nor its end keeps this program from ending.
  child.stdout?.destroy()
  child.unref()
  return answer
}

const readFirstLine = (line: string): StartOutcome => {
  const said = FirstLine.safeParse(parseJson(line))
  if (!said.success) return { kind: 'failed', lastWords: `it said ${JSON.stringify(line.slice(0, 200))}` }
  return { kind: said.data.ready ? 'ready' : 'in_use' }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
