/** Looks at everything a thread would need here, and says of each whether it is well and what to do where it is not. */
import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { systemClock } from '../adapters/clock.ts'
import { connectionOf } from '../adapters/model/connection.ts'
import { openSandbox } from '../adapters/sandbox/open-sandbox.ts'
import { readLog } from '../adapters/store/read-log.ts'
import { threadFiles } from '../adapters/store/thread-files.ts'
import { loadSettings } from '../config/load.ts'
import { chooseProvider, type Provider } from './choose-provider.ts'

export type Finding = {
  readonly subject: 'configuration' | 'provider' | 'sandbox' | 'disk' | 'threads'
  readonly isWell: boolean
  /** What was found; where it is not well, what to do. */
  readonly text: string
}

export type DiagnoseOrder = {
  /** `RAWR_HOME`. */
  readonly home: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const PROVIDER_MS_MAX = 5_000

/** Less is used up by a day of work. */
const FREE_BYTES_MIN = 200 * 1024 * 1024

/** The newest logs; an older one is read when it is opened. */
const LOGS_MAX = 50

export const diagnose = async (order: DiagnoseOrder): Promise<readonly Finding[]> => {
  const loaded = await loadSettings({ home: order.home, cwd: order.cwd, flags: {} })
  if (!loaded.ok)
    return [
      { subject: 'configuration', isWell: false, text: loaded.error.message },
      await disk(order),
      await threads(order),
    ]
  const { settings, warnings } = loaded.value
  const configuration: Finding = {
    subject: 'configuration',
    isWell: true,
    text: warnings.length === 0 ? 'read without a complaint' : warnings.join(' '),
  }
  const signal = AbortSignal.timeout(PROVIDER_MS_MAX)
  const { env } = order
  const clock = systemClock()
  const found = await chooseProvider({ settings, env, apiKey: undefined, clock, signal })
  return [configuration, await provider(found), await sandbox(order), await disk(order), await threads(order)]
}

const provider = async ({ hasModel, note, settings, apiKey }: Provider): Promise<Finding> => {
  const finding = (isWell: boolean, text: string): Finding => ({ subject: 'provider', isWell, text })
  if (!hasModel) return finding(false, note ?? 'no model')
  const { name } = settings.model
  if (settings.provider.wire_api === 'replay') return finding(true, 'a recording is played back')
  const { baseUrl, headers } = connectionOf({ settings: settings.provider, apiKey, clock: systemClock() })
  try {
    const answer = await fetch(`${baseUrl}/models`, { headers, signal: AbortSignal.timeout(PROVIDER_MS_MAX) })
    await answer.body?.cancel()
    if (answer.status === 401 || answer.status === 403)
      return finding(false, `${baseUrl} refuses the key (${answer.status}): check ${settings.provider.api_key_env}`)
    return finding(true, `${name} at ${baseUrl}`)
  } catch (cause) {
    return finding(
      false,
      `${baseUrl} does not answer (${(cause as Error).message}): is it running, is the address right?`,
    )
  }
}

const sandbox = async ({ home, env }: DiagnoseOrder): Promise<Finding> => {
  const question = {
    mode: 'workspace-write',
    path: env.PATH ?? '',
    platform: process.platform,
    hidden: [home],
  } as const
  const opened = await openSandbox(question)
  return opened.ok
    ? { subject: 'sandbox', isWell: true, text: `${opened.value.kind} confines commands` }
    : { subject: 'sandbox', isWell: false, text: opened.error.message }
}

const disk = async ({ home }: DiagnoseOrder): Promise<Finding> => {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    await access(home, constants.W_OK | constants.R_OK)
    const { bavail, bsize } = await statfs(home)
    const free = bavail * bsize
    const text = `${Math.floor(free / 1024 / 1024)} MiB free at ${home}`
    return {
      subject: 'disk',
      isWell: free >= FREE_BYTES_MIN,
      text: free >= FREE_BYTES_MIN ? text : `${text}: make room`,
    }
  } catch (cause) {
    return { subject: 'disk', isWell: false, text: `${home} cannot be written: ${(cause as Error).message}` }
  }
}

const threads = async ({ home }: DiagnoseOrder): Promise<Finding> => {
  const files = (await threadFiles(home)).toSorted((a, b) => (a.path < b.path ? 1 : -1))
  const damaged: string[] = []
  for (const { path, threadId } of files.slice(0, LOGS_MAX)) {
    const log = await readLog(path).catch(() => null)
    if (log === null || log.skipped.length > 0 || log.lines[0]?.type !== 'session_meta') damaged.push(threadId)
  }
  return damaged.length === 0
    ? { subject: 'threads', isWell: true, text: `${files.length} logs, none damaged among the newest ${LOGS_MAX}` }
    : { subject: 'threads', isWell: false, text: `damaged: ${damaged.map((id) => `rawr repair ${id}`).join(', ')}` }
}
