/**
 * One life of the daemon: the real registry, sessions and connections over the world's disk, model, tools and clock. When
 * it dies, whatever of it still runs reaches nothing any more.
 */
import {
  type BlobStore,
  type InitialContext,
  openSession,
  type Session,
  type SessionDeps,
  type ThreadStore,
} from '@rawr/core'
import {
  type ClientConnection,
  type ClientSocket,
  damageReport,
  eventOf,
  frameEncoder,
  loadError,
  openClientConnection,
  openRegistry,
  openThreadShelf,
  type Registry,
  sessionOver,
  type ThreadOpener,
} from '@rawr/core/daemon'
import { BENCH_SETTINGS, type MemoryLogger, memoryAudit, memoryIds, memoryLogger } from '@rawr/core/testing'
import { type DecisionRecord, Epoch, err, ok, type Settings } from '@rawr/protocol'
import type { Story } from '../story.ts'
import type { WorldClock } from './clock.ts'
import type { Disk, Life } from './disk.ts'
import { type ModelOptions, worldModel } from './model.ts'
import type { Tasks } from './tasks.ts'
import { type ToolsOptions, worldTools } from './tools.ts'

export type Daemon = {
  readonly name: string
  readonly logger: MemoryLogger
  readonly decisions: readonly DecisionRecord[]
  isAlive(): boolean
  /** Accepts a socket; `null` once it is gone. */
  accept(socket: ClientSocket): ClientConnection | null
  isIdle(): boolean
  /** At once, wherever it is. */
  die(): void
  /** In good order; resolves when everything is written. */
  close(): Promise<void>
}

export type DaemonOptions = {
  readonly number: number
  readonly story: Story
  readonly rules: string
  readonly disk: Disk
  readonly blobs: BlobStore
  readonly clock: WorldClock
  readonly tasks: Tasks
  readonly model: Omit<ModelOptions, 'tasks' | 'owner' | 'windowTokens' | 'after'>
  readonly onToolRun: ToolsOptions['onRun']
  /** Sockets of it break now. */
  readonly onDeath: () => void
  /** A client asked for its end. */
  readonly onShutdown: () => void
}

export const CWD = '/home/ada/harbour'

export const openDaemon = (options: DaemonOptions): Daemon => {
  const { number, clock, disk, tasks } = options
  const name = `daemon ${number}`
  let isAlive = true
  const die = (): void => {
    if (!isAlive) return
    isAlive = false
    tasks.forget(name)
    clock.forget(name)
    disk.unlock(name)
    options.onDeath()
  }
  const life: Life = { name, isAlive: () => isAlive, die, now: clock.now }
  const ports = portsOf(options, life)
  const store = disk.storeFor(life)
  const registry = openRegistry({
    ...ports,
    opener: openerOf(options, store, { life, ports }),
    shelf: openThreadShelf({ ...ports, version: '0.1.0', store }),
  })
  const connections = new Set<ClientConnection>()
  const epoch = Epoch.parse(`ep_${number}`)
  const encode = frameEncoder(ports)
  return {
    name,
    logger: ports.logger,
    decisions: ports.audit.recorded,
    isAlive: () => isAlive,
    isIdle: () => registry.isIdle(),
    accept: (socket) => {
      if (!isAlive) return null
      const greeting = { clientId: ports.ids.client(), epoch, server: { name: 'rawr', version: '0.1.0' } }
      const connection = openClientConnection({
        ...ports,
        socket,
        greeting,
        registry,
        encode,
        onShutdown: options.onShutdown,
      })
      connections.add(connection)
      return connection
    },
    die,
    close: () => closeDaemon(registry, connections),
  }
}

const closeDaemon = async (registry: Registry, connections: ReadonlySet<ClientConnection>): Promise<void> => {
  for (const connection of connections) connection.goAway()
  await registry.closeAll('shutdown')
}

const portsOf = (options: DaemonOptions, { name, isAlive }: Life) => {
  const { number, clock, story, tasks, model, onToolRun } = options
  const after = (ms: number, callback: () => void) => clock.after({ ms, owner: name, callback })
  return {
    blobs: options.blobs,
    audit: memoryAudit(),
    logger: memoryLogger(),
    ids: memoryIds(`d${number}_`),
    clock: { now: clock.now, after },
    model: worldModel({
      ...model,
      tasks,
      after,
      owner: name,
      windowTokens: story.window,
      onRequest: (request) => isAlive() && model.onRequest(request),
    }),
    tools: worldTools({ tasks, after, owner: name, onRun: (call) => isAlive() && onToolRun(call) }),
  }
}

type Ports = ReturnType<typeof portsOf>

type Inside = { readonly life: Life; readonly ports: Ports }

const openerOf = (options: DaemonOptions, store: ThreadStore, { life, ports }: Inside): ThreadOpener => {
  const { disk, tasks, story, rules } = options
  const settings = settingsOf(story)
  const sessionOf = (opened: Pick<SessionDeps, 'threadId' | 'log' | 'lines'>): Session =>
    openSession({
      ...ports,
      ...opened,
      settings,
      cwd: CWD,
      env: {},
      readContext: async () => {
        await tasks.wait(`context of ${life.name}`, life.name)
        return contextOf(rules)
      },
    })
  return {
    start: async () => {
      const threadId = ports.ids.thread()
      const log = await store.create({
        id: threadId,
        timestamp: new Date(life.now()).toISOString(),
        cwd: CWD,
        originator: 'rawr',
        cli_version: '0.1.0',
        source: 'simulation',
      })
      return sessionOver(log, () => sessionOf({ threadId, log, lines: disk.lines(threadId) }))
    },
    load: async (threadId) => {
      const opened = await store.open(threadId)
      if (!opened.ok) return err(loadError(opened.error))
      const { log, lines } = opened.value
      return sessionOver(log, () => {
        const added = log.append(damageReport(opened.value))
        return sessionOf({ threadId, log, lines: [...lines, ...added] })
      })
    },
    check: async () => ok(null),
    read: async (threadId) => {
      const opened = await store.open(threadId)
      if (!opened.ok) return err(loadError(opened.error))
      await opened.value.log.close()
      const events = opened.value.lines.flatMap((line) =>
        line.type === 'event_msg' ? [eventOf(threadId, line.payload)] : [],
      )
      return ok({ threadId, events })
    },
  }
}

const contextOf = (rules: string): InitialContext => ({
  instructions: [{ path: `${CWD}/AGENTS.md`, text: rules }],
  shell: 'bash',
  date: '2026-03-14',
  warnings: [],
})

const settingsOf = ({ window, approvals, watcher }: Story): Settings => ({
  ...BENCH_SETTINGS,
  model: { name: 'scripted-1', context_window: window },
  approvals: { policy: approvals },
  features: { ...BENCH_SETTINGS.features, rawr_auto_compaction: watcher },
  tools: { ...BENCH_SETTINGS.tools, max_rounds: 30 },
})
