/** Puts a session together: settings, provider, sandbox, tools, log and the initial context of one thread. */
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { withFrontmatter } from '@rawr/policy'
import { PACKET_TAIL_CHARS } from '@rawr/prompts'
import { openPromptStore, readPrompt } from '@rawr/prompts/store'
import {
  type Event,
  err,
  type LoggedEvent,
  ok,
  type Result,
  type RolloutItem,
  type RolloutLine,
  type SessionMeta,
  type Settings,
  type ThreadId,
  type WireError,
} from '@rawr/protocol'
import { windowOfModel } from '../adapters/model/choose-model.ts'
import { createModelClient } from '../adapters/model/create-model-client.ts'
import { unconfined } from '../adapters/sandbox/none.ts'
import { openSandbox } from '../adapters/sandbox/open-sandbox.ts'
import type { Sandbox } from '../adapters/sandbox/sandbox.ts'
import { openProjectFiles } from '../adapters/store/project-files.ts'
import { createToolRunner } from '../adapters/tools/create-tool-runner.ts'
import { fileAccess } from '../adapters/tools/file-access.ts'
import { readWhole } from '../adapters/tools/read-whole.ts'
import { loadSettings } from '../config/load.ts'
import { findProject } from '../config/project-root.ts'
import { readInstructions } from '../config/read-context.ts'
import { openVault, type SecretVault } from '../engine/secrets/vault.ts'
import type { AuditSink } from '../ports/audit-sink.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { Logger } from '../ports/logger.ts'
import type { OpenedLog, ThreadLog, ThreadStore } from '../ports/thread-log.ts'
import { openSession } from '../runtime/session.ts'
import type { Session, SessionDeps } from '../runtime/session-deps.ts'
import { chooseProvider } from './choose-provider.ts'
import { damageReport, lostReport } from './load-reports.ts'
import type { Loan } from './loan.ts'
import type { ThreadOpener } from './registry.ts'

export type ThreadWorld = {
  /** `RAWR_HOME`. */
  readonly home: string
  readonly version: string
  readonly store: ThreadStore
  readonly blobs: BlobStore
  readonly audit: AuditSink
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  /** What tools get where no client lent an environment, and where the sandbox is looked for. */
  readonly ownEnv: Readonly<Record<string, string>>
}

export const threadOpener = (world: ThreadWorld, vaults: Vaults = openVaults()): ThreadOpener => ({
  start: async (loan) => {
    const folder = await checkFolder(loan.cwd)
    if (!folder.ok) return folder
    const prepared = await prepare(world, loan, loan.cwd)
    if (!prepared.ok) return prepared
    const log = await world.store.create(metaOf(world, prepared.value, world.ids.thread()))
    const { threadId } = log
    return sessionOver(log, () =>
      openSession({ ...prepared.value, threadId, secrets: vaults(threadId, []), log, lines: [] }),
    )
  },
  check: async (threadId, loan) => {
    const folder = loan.cwd === undefined ? ok(null) : await checkFolder(loan.cwd)
    if (!folder.ok) return folder
    const lines = await world.store.read(threadId)
    if (!lines.ok) return err(loadError(lines.error))
    const prepared = await prepare(world, loan, loan.cwd ?? cwdOf(lines.value) ?? world.home)
    return prepared.ok ? ok(null) : prepared
  },
  read: async (threadId) => {
    const opened = await world.store.open(threadId)
    if (!opened.ok) return err(loadError(opened.error))
    await opened.value.log.close()
    const { lines } = opened.value
    const events = lines.flatMap((line) => (line.type === 'event_msg' ? [eventOf(threadId, line.payload)] : []))
    return ok({ threadId, events })
  },
  load: async (threadId, loan) => {
    const folder = loan.cwd === undefined ? ok(null) : await checkFolder(loan.cwd)
    if (!folder.ok) return folder
    const opened = await world.store.open(threadId)
    if (!opened.ok) return err(loadError(opened.error))
    const { log, lines } = opened.value
    const prepared = await prepare(world, loan, loan.cwd ?? cwdOf(lines) ?? world.home)
    if (!prepared.ok) {
      await log.close()
      return prepared
    }
    if (opened.value.skipped.length > 0)
      world.logger.warn('log_lines_skipped', { thread: threadId, skipped: opened.value.skipped })
    return sessionOver(log, () => {
      const damage = damageReport(opened.value)
      const reports = [...damage, ...lostReport(opened.value, damage.length)]
      const added = log.append([...movedTo(world, prepared.value, opened.value), ...reports])
      const secrets = vaults(threadId, lines)
      return openSession({ ...prepared.value, threadId, secrets, log, lines: [...lines, ...added] })
    })
  },
})

/** A session writes as it begins: where the disk does not take that, the log is closed, so that it can be opened again. */
export const sessionOver = async (log: ThreadLog, begin: () => Session): Promise<Result<Session, WireError>> => {
  try {
    return ok(begin())
  } catch (cause) {
    await log.close().catch(() => {})
    return err({ code: 'internal', message: (cause as Error).message, path: ['op', 'thread_id'] })
  }
}

type Vaults = (threadId: ThreadId, lines: readonly RolloutLine[]) => SecretVault

/** A thread that is let go and loaded again still knows its secrets: only the end of the daemon forgets them. */
const openVaults = (): Vaults => {
  const vaults = new Map<ThreadId, SecretVault>()
  return (threadId, lines) => {
    const vault = vaults.get(threadId) ?? openVault(lines)
    vaults.set(threadId, vault)
    return vault
  }
}

export const eventOf = (thread_id: ThreadId, { seq, submission_id, msg }: LoggedEvent): Event => ({
  type: 'event',
  thread_id,
  seq,
  id: submission_id,
  msg,
})

const invalid = (message: string, ...path: string[]): WireError => ({ code: 'invalid', message, path: ['op', ...path] })

const checkFolder = async (cwd: string): Promise<Result<null, WireError>> => {
  if (!isAbsolute(cwd)) return err(invalid(`${cwd} is not an absolute path.`, 'cwd'))
  const entry = await stat(cwd).catch(() => null)
  return entry?.isDirectory() === true ? ok(null) : err(invalid(`There is no folder ${cwd}.`, 'cwd'))
}

export const loadError = ({ code, message }: { code: string; message: string }): WireError => ({
  code: code === 'thread_not_found' ? 'thread_not_found' : code === 'in_use' ? 'busy' : 'internal',
  message,
  path: ['op', 'thread_id'],
})

type Prepared = Omit<SessionDeps, 'threadId' | 'log' | 'lines'>

const prepare = async (world: ThreadWorld, loan: Loan, cwd: string): Promise<Result<Prepared, WireError>> => {
  const { home, clock, ids, blobs, ownEnv } = world
  const loaded = await loadSettings({
    home,
    cwd,
    flags: {},
    ...(loan.settings === undefined ? {} : { op: loan.settings }),
  })
  if (!loaded.ok) return err(invalid(loaded.error.message, 'settings', ...(loaded.error.key?.split('.') ?? [])))
  const env = loan.env ?? ownEnv
  const signal = AbortSignal.timeout(PROVIDER_MS_MAX)
  const prompts = await openPromptStore({ home })
  const { rawr_auto_compaction, ...rest } = loaded.value.settings
  const { frontmatter } = prompts
  const policed = { ...rest, rawr_auto_compaction: withFrontmatter({ settings: rawr_auto_compaction, frontmatter }) }
  const provider = await chooseProvider({ settings: policed, env, apiKey: loan.apiKey, clock, signal })
  const { settings } = provider
  const sandbox = await findSandbox(world, settings, loan)
  if (!sandbox.ok) return sandbox
  const { hasModel, note, fault } = provider
  const access = fileAccess(sandbox.value.hidden)
  const notes = [...loaded.value.warnings, ...prompts.warnings, ...(hasModel && note !== null ? [note] : [])]
  const client = createModelClient({ settings: settings.provider, apiKey: provider.apiKey, clock, ids, blobs })
  return ok({
    ...world,
    ...(hasModel || note === null ? {} : { whyNoModel: { code: fault ?? 'no_model', message: note } }),
    model: hasModel ? client : null,
    offeredModels: async () =>
      hasModel || settings.provider.base_url !== undefined
        ? client.listModels(AbortSignal.timeout(PROVIDER_MS_MAX))
        : [],
    windowOf: async (name) =>
      windowOfModel(name, hasModel ? await client.listModels(AbortSignal.timeout(PROVIDER_MS_MAX)) : []),
    tools: createToolRunner({ sandbox: sandbox.value }),
    settings,
    cwd,
    env,
    ...(settings.project_files ? { projectFiles: openProjectFiles((await findProject({ cwd, home })).root) } : {}),
    prompts: {
      bodies: prompts.bodies,
      maxTailChars: frontmatter.maxTailChars ?? PACKET_TAIL_CHARS,
      read: (file) => readPrompt({ home, file }),
    },
    observesRepo: true,
    readFile: (path) => readWhole(path, { access, view: { cwd, env, sandbox: settings.sandbox } }),
    readContext: async () => {
      const { instructions, warnings } = await readInstructions({ home, cwd })
      return {
        instructions,
        warnings: [...notes, ...warnings],
        shell: env.SHELL ?? '/bin/sh',
        date: localDate(clock.now()),
      }
    },
  })
}

/** A server that lists its models slower than this is asked without a list. */
const PROVIDER_MS_MAX = 10_000

const findSandbox = async (
  { home, ownEnv }: ThreadWorld,
  { sandbox: { mode } }: Settings,
  loan: Loan,
): Promise<Result<Sandbox, WireError>> => {
  const question = { mode, path: ownEnv.PATH ?? '', platform: process.platform, hidden: [home] }
  const sandbox = await openSandbox(question)
  if (sandbox.ok) return sandbox
  // Somebody who only looks at a thread is not refused; what its turns would run confined, would be.
  const onlyLooks = Object.keys(loan).length === 0
  if (onlyLooks) return ok(unconfined([home]))
  const { message } = sandbox.error
  return err({ code: 'sandbox_missing', message, path: ['op', 'settings', 'sandbox', 'mode'] })
}

/** The person's own day, as `2026-03-14`. */
const localDate = (at: number): string => {
  const date = new Date(at)
  const twoDigits = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

const metaOf = ({ clock, version }: ThreadWorld, { cwd, settings }: Prepared, id: ThreadId): SessionMeta => ({
  id,
  timestamp: new Date(clock.now()).toISOString(),
  cwd,
  originator: 'rawr',
  cli_version: version,
  source: 'daemon',
  ...(settings.model.context_window === undefined ? {} : { context_window: settings.model.context_window }),
})

const cwdOf = (lines: readonly RolloutLine[]): string | undefined =>
  lines.findLast((line) => line.type === 'session_meta')?.payload.cwd

/** A thread resumed in another folder says so in its log. */
const movedTo = (world: ThreadWorld, prepared: Prepared, { log, lines }: OpenedLog): RolloutItem[] =>
  cwdOf(lines) === prepared.cwd ? [] : [{ type: 'session_meta', payload: metaOf(world, prepared, log.threadId) }]
