/**
 * One life of the daemon: the real registry, sessions and connections over the world's disk, model, tools and clock. When
 * it dies, whatever of it still runs reaches nothing any more.
 */
import {
  type Archive,
  type BlobStore,
  type InitialContext,
  openSession,
  type ProjectFiles,
  type SamplingRequest,
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
  type Loan,
  loadError,
  openClientConnection,
  openRegistry,
  openThreadShelf,
  type Registry,
  sessionOver,
  type ThreadOpener,
} from '@rawr/core/daemon'
import { BENCH_SETTINGS, type MemoryLogger, memoryAudit, memoryIds, memoryLogger } from '@rawr/core/testing'
import { type DecisionRecord, Epoch, err, ok, type Settings, type ThreadId } from '@rawr/protocol'
import type { Story } from '../story.ts'
import type { WorldClock } from './clock.ts'
import { CWD } from './cwd.ts'
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
  readonly model: Pick<ModelOptions, 'next' | 'count'>
  readonly projectFiles: ProjectFiles
  readonly onArchive: (archive: Archive) => void
  readonly onRequest: (request: SamplingRequest, threadId: ThreadId) => void
  readonly onToolRun: ToolsOptions['onRun']
  /** Sockets of it break now. */
  readonly onDeath: () => void
  /** A client asked for its end. */
  readonly onShutdown: () => void
}

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
  const { number, clock, tasks, onToolRun } = options
  const after = (ms: number, callback: () => void) => clock.after({ ms, owner: name, callback })
  return {
    blobs: options.blobs,
    projectFiles: projectFilesOf(options, name),
    audit: memoryAudit(),
    logger: memoryLogger(),
    ids: memoryIds(`d${number}_`),
    clock: { now: clock.now, after },
    tools: worldTools({ tasks, after, owner: name, onRun: (call) => isAlive() && onToolRun(call) }),
  }
}

/** They take their time, too, and a full disk takes no more of them. */
const projectFilesOf = ({ projectFiles: files, onArchive, tasks, disk }: DaemonOptions, name: string): ProjectFiles => {
  const wait = () => tasks.wait(`files of ${name}`, name)
  const toWrite = async (): Promise<void> => {
    await wait()
    if (disk.state() !== 'good') throw new Error('ENOSPC: the disk is full')
  }
  return {
    writeArchive: async (archive) => {
      await toWrite()
      await files.writeArchive(archive)
      onArchive(archive)
    },
    dropArchive: (archive) => wait().then(() => files.dropArchive(archive)),
    archives: () => wait().then(() => files.archives()),
    readArchive: (archive) => wait().then(() => files.readArchive(archive)),
    writeSnapshot: (threadId, summary) => toWrite().then(() => files.writeSnapshot(threadId, summary)),
  }
}

type Ports = ReturnType<typeof portsOf>

type Inside = { readonly life: Life; readonly ports: Ports }

const openerOf = (options: DaemonOptions, store: ThreadStore, { life, ports }: Inside): ThreadOpener => {
  const { disk, tasks, story, rules } = options
  const modelOf = (threadId: ThreadId) =>
    worldModel({
      ...options.model,
      tasks,
      after: ports.clock.after,
      owner: life.name,
      windowTokens: story.window,
      onRequest: (request) => life.isAlive() && options.onRequest(request, threadId),
    })
  const sessionOf = (opened: Pick<SessionDeps, 'threadId' | 'log' | 'lines'>, loan: Loan): Session =>
    openSession({
      ...ports,
      ...opened,
      model: modelOf(opened.threadId),
      settings: settingsOf(story, loan),
      cwd: CWD,
      env: {},
      readContext: async () => {
        await tasks.wait(`context of ${life.name}`, life.name)
        return contextOf(rules)
      },
    })
  return {
    start: async (loan) => {
      const threadId = ports.ids.thread()
      const log = await store.create({
        id: threadId,
        timestamp: new Date(life.now()).toISOString(),
        cwd: CWD,
        originator: 'rawr',
        cli_version: '0.1.0',
        source: 'simulation',
      })
      return sessionOver(log, () => sessionOf({ threadId, log, lines: disk.lines(threadId) }, loan))
    },
    load: async (threadId, loan) => {
      const opened = await store.open(threadId)
      if (!opened.ok) return err(loadError(opened.error))
      const { log, lines } = opened.value
      return sessionOver(log, () => {
        const added = log.append(damageReport(opened.value))
        return sessionOf({ threadId, log, lines: [...lines, ...added] }, loan)
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

/** In a story of a few calls there is nothing to clear otherwise. */
const CLEARS_SOON = { micro_compact_keep_last_n_tools: 1, micro_compact_min_tokens_to_save: 100 } as const

/** A client lends what it overrode. */
const settingsOf = ({ window, approvals, watcher, mode, remote }: Story, { settings: lent = {} }: Loan): Settings => ({
  ...BENCH_SETTINGS,
  model: { name: 'scripted-1', ...lent.model, context_window: window },
  approvals: { policy: lent.approvals?.policy ?? approvals },
  features: { ...BENCH_SETTINGS.features, rawr_auto_compaction: watcher, remote_compaction: remote },
  compact: { ...BENCH_SETTINGS.compact, mode, ...(mode === 'micro' ? CLEARS_SOON : {}) },
  tools: { ...BENCH_SETTINGS.tools, max_rounds: 30 },
})
