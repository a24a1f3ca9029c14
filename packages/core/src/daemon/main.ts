/** The daemon, put together: one per home, by lock. Everything it needs of the world is made here and passed on. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openFileSink } from '@rawr/audit'
import type { Epoch } from '@rawr/protocol'
import { systemClock } from '../adapters/clock.ts'
import { openIdSource } from '../adapters/id-source.ts'
import { openLogger } from '../adapters/logger.ts'
import { openBlobStore } from '../adapters/store/blobs.ts'
import { acquireLock, type Lock } from '../adapters/store/lock.ts'
import { openThreadStore } from '../adapters/store/thread-log.ts'
import type { Clock } from '../ports/clock.ts'
import { type BindOptions, type BindPlan, LOOPBACK, planBind } from './bind.ts'
import { openCertificate } from './certificate.ts'
import { removeDaemonFile, writeDaemonFile } from './daemon-file.ts'
import type { DoorOptions } from './door.ts'
import { watchForIdleness } from './idle-exit.ts'
import { threadOpener } from './open-thread.ts'
import { openRegistry } from './registry.ts'
import { openServer } from './server.ts'
import { daemonLock } from './stop-daemon.ts'
import { openThreadShelf } from './thread-shelf.ts'

export type DaemonOptions = {
  /** `RAWR_HOME`. */
  readonly home: string
  readonly version: string
  /** Absent: loopback alone, at any free port. */
  readonly bind?: BindOptions
  /** Web pages that may connect; absent: none. */
  readonly allowedOrigins?: readonly string[]
  /** Absent: ten minutes. */
  readonly idleExitMs?: number
  /** Ends with its last client (`--ephemeral`). */
  readonly endsWithLastClient?: boolean
  readonly logLevel?: 'debug' | 'warn' | 'error'
  readonly clock?: Clock
}

export type Daemon = {
  /** Of the loopback. */
  readonly port: number
  /** The door that was asked for beside the loopback; `null`: none. */
  readonly outer: OuterDoor | null
  readonly token: string
  readonly url: string
  readonly epoch: Epoch
  /** Resolves when it has ended, for whatever reason. */
  readonly closed: Promise<void>
  /** Parks every turn, tells the clients, and lets go of the home. */
  close(): Promise<void>
}

/** `fingerprint`: of the certificate; `null` without TLS. */
export type OuterDoor = { readonly host: string; readonly port: number; readonly fingerprint: string | null }

/** What was asked for would open the daemon to others unencrypted. */
export class BindRefusedError extends Error {
  override readonly name = 'BindRefusedError'
}

/** Another daemon serves this home. */
export class DaemonRunningError extends Error {
  override readonly name = 'DaemonRunningError'
  readonly pid: number

  constructor(home: string, pid: number) {
    super(`process ${pid} already serves ${home}`)
    this.pid = pid
  }
}

const IDLE_EXIT_MS = 10 * 60_000

export const startDaemon = async (options: DaemonOptions): Promise<Daemon> => {
  const plan = planBind(options.bind ?? {})
  if (!plan.ok) throw new BindRefusedError(plan.error)
  const lock = await acquireLock(daemonLock(options.home))
  if (!lock.ok) throw new DaemonRunningError(options.home, lock.error.holder.pid)
  try {
    return await serve(options, plan.value, lock.value)
  } catch (cause) {
    await lock.value.release()
    throw cause
  }
}

const serve = async (options: DaemonOptions, plan: BindPlan, lock: Lock): Promise<Daemon> => {
  const { home, version } = options
  const world = openWorld(options)
  const { clock, ids, logger } = world
  const registry = openRegistry({ opener: threadOpener(world), shelf: openThreadShelf(world), clock, logger })
  const token = randomBytes(32).toString('base64url')
  const epoch = ids.epoch()
  const ended = Promise.withResolvers<void>()

  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= shutDown())
  const shutDown = async (): Promise<void> => {
    idleness.stop()
    server.drain()
    await registry.closeAll('shutdown')
    await server.close()
    await world.audit.flush()
    await removeDaemonFile(home, epoch)
    logger.close()
    await lock.release()
  }
  const end = (): void => ended.resolve(close())

  const idleness = watchForIdleness({
    clock,
    afterMs: options.idleExitMs ?? IDLE_EXIT_MS,
    isBusy: () => !registry.isIdle(),
    onIdle: end,
  })
  const doors = await doorsOf(plan, { home, now: clock.now() })
  const server = await openServer({
    ...world,
    doors,
    auth: { token, allowedOrigins: options.allowedOrigins ?? [] },
    epoch,
    registry,
    onShutdown: end,
    onClients: (count) => {
      idleness.clientsAre(count)
      if (count === 0 && options.endsWithLastClient === true) end()
    },
  })
  const [port = 0, outerPort = 0] = server.ports
  await writeDaemonFile(home, { port, token, pid: process.pid, version, epoch })
  logger.debug('daemon_started', { port, outer: outerOf(doors, outerPort), version, epoch })
  return {
    port,
    outer: outerOf(doors, outerPort),
    token,
    url: `ws://${LOOPBACK}:${port}`,
    epoch,
    closed: ended.promise,
    close: () => {
      end()
      return ended.promise
    },
  }
}

const doorsOf = ({ loopback, outer }: BindPlan, { home, now }: { home: string; now: number }): Promise<DoorOptions[]> =>
  Promise.all(
    [loopback, ...(outer === null ? [] : [outer])].map(async ({ host, port, tls }) => ({
      host,
      port,
      certificate: tls === null ? null : await openCertificate({ home, tls, host, now }),
    })),
  )

const outerOf = ([, outer]: readonly DoorOptions[], port: number): OuterDoor | null =>
  outer === undefined ? null : { host: outer.host, port, fingerprint: outer.certificate?.fingerprint ?? null }

const openWorld = ({ home, version, logLevel = 'warn', clock = systemClock() }: DaemonOptions) => {
  const logger = openLogger({ path: join(home, 'daemon.log'), clock, level: logLevel })
  return {
    home,
    version,
    clock,
    logger,
    ids: openIdSource(clock),
    store: openThreadStore({ home, clock }),
    blobs: openBlobStore({ home, logger }),
    audit: openFileSink({ home, now: clock.now, onError: (cause) => logger.error('audit_not_written', { cause }) }),
    ownEnv: ownEnvironment(),
  }
}

/** Of the daemon's own environment only what a shell needs to run at all: the rest belongs to whoever started it. */
const ownEnvironment = (): Record<string, string> => {
  const { PATH, HOME, LANG, SHELL } = process.env
  const entries = Object.entries({ PATH, HOME, LANG, SHELL })
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
