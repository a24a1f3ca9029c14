/** Finds what can confine commands on this machine and tries it once, so that a missing sandbox is known before the first turn. */
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { release } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { err, ok, type Result, type SandboxMode } from '@rawr/protocol'
import { countsByNamespace, PROCESSES_MAX } from '../tools/command/process-limit.ts'
import { bubblewrap, ISOLATION_FLAGS, NETWORK_FLAG } from './bubblewrap.ts'
import { unconfined } from './none.ts'
import { MISSING_SANDBOX, type Sandbox, type SandboxError } from './sandbox.ts'
import { SANDBOX_EXEC, seatbelt } from './seatbelt.ts'

export type SandboxQuestion = {
  /** The mode the thread starts in; a later one is confined by the same sandbox or refused. */
  readonly mode: SandboxMode
  /** The daemon's own search path. */
  readonly path: string
  readonly platform: NodeJS.Platform
  /** Folders that confined commands must not see: RAWR_HOME. */
  readonly hidden: readonly string[]
}

/** First among the folders of the search path: one of the project's could hold a `bwrap` of the agent's making. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']
const TRIAL_MS = 10_000

/** With full access asked for, a missing sandbox is no error; a later confined command is then refused, never let loose. */
export const openSandbox = async (question: SandboxQuestion): Promise<Result<Sandbox, SandboxError>> => {
  const found = await findConfiner(question)
  if (found.ok) return found
  return question.mode === 'danger-full-access' ? ok(unconfined(question.hidden)) : found
}

const findConfiner = async (question: SandboxQuestion): Promise<Result<Sandbox, SandboxError>> => {
  const { platform, hidden } = question
  if (platform === 'darwin' && (await isExecutable(SANDBOX_EXEC))) {
    const tried = await seatbeltTrial()
    return tried.ok ? ok(seatbelt(hidden)) : tried
  }
  const found = await usableBubblewrap(question)
  return found.ok ? ok(bubblewrap({ path: found.value, hidden, processesMax: systemLimit() })) : found
}

/** Root is bound by no such limit: what it runs is counted and ended by us alone. */
const systemLimit = (): number | null =>
  process.getuid?.() !== 0 && countsByNamespace(release()) ? PROCESSES_MAX : null

const usableBubblewrap = async ({ platform, path }: SandboxQuestion): Promise<Result<string, SandboxError>> => {
  if (platform !== 'linux') return err(MISSING_SANDBOX)
  const folders = path.split(delimiter).filter(isAbsolute)
  const ofSystem = (folder: string): boolean => SYSTEM_FOLDERS.includes(folder)
  for (const folder of [...folders.filter(ofSystem), ...folders.filter((folder) => !ofSystem(folder))]) {
    const file = join(folder, 'bwrap')
    if (await isExecutable(file)) return bubblewrapTrial(file)
  }
  return err(MISSING_SANDBOX)
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Bubblewrap inside its own flags: containers and hardened systems refuse one or the other namespace. */
const bubblewrapTrial = (file: string): Promise<Result<string, SandboxError>> => {
  const mounts = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc']
  return trial({
    file,
    words: [...ISOLATION_FLAGS, NETWORK_FLAG, ...mounts, '--', file, '--version'],
    name: 'bubblewrap',
    remedy: 'allow user namespaces',
  })
}

const seatbeltTrial = (): Promise<Result<string, SandboxError>> =>
  trial({
    file: SANDBOX_EXEC,
    words: ['-p', '(version 1)(allow default)', '/usr/bin/true'],
    name: 'sandbox-exec',
    remedy: 'leave the sandbox that this runs in',
  })

type Trial = {
  readonly file: string
  readonly words: readonly string[]
  readonly name: string
  readonly remedy: string
}

const trial = ({ file, words, name, remedy }: Trial): Promise<Result<string, SandboxError>> =>
  new Promise((resolve) => {
    const child = spawn(file, [...words], { stdio: ['ignore', 'ignore', 'pipe'], timeout: TRIAL_MS, env: {} })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, 500)
    })
    const refuse = (reason: string): void =>
      resolve(
        err({
          code: 'sandbox_refused',
          message: `${name} may not confine here (${reason.trim()}): ${remedy} or pass --sandbox danger-full-access`,
        }),
      )
    child.on('error', (error) => refuse(error.message))
    child.on('close', (code) => (code === 0 ? resolve(ok(file)) : refuse(said === '' ? `exit ${code}` : said)))
  })
