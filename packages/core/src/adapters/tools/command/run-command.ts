/**
 * Runs one program in a process group of its own and reads what it says. Whatever ends it (itself, a time-out, an abort), the
 * whole group is killed with it: no command outlives its call. Knows nothing of sandboxes: the argv may already be a confined one.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { OutputRing, unfinishedBytes } from './output-ring.ts'
import { watchBreeding } from './process-limit.ts'
import { systemProcesses } from './process-tree.ts'

export type CommandOrder = {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** `null`: it may run for as long as its signal lets it. */
  readonly timeoutMs: number | null
  /** What stands on its standard input; absent: nothing. */
  readonly input?: string
  /** Of a longer output the start and the end are kept. */
  readonly outputBytesMax: number
  /** Processes at once; beyond it all of them are killed. */
  readonly processesMax: number
  readonly signal: AbortSignal
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void
  /** All of the output, in whole characters. */
  readonly onBytes?: (bytes: Uint8Array) => void
}

export type CommandEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too_many_processes' }
  /** It never ran. */
  | { readonly kind: 'refused'; readonly message: string }

/** Both streams as they came, at most `outputBytesMax` of them. */
export type CommandRun = { readonly end: CommandEnd; readonly output: string }

/** What is shown while it runs; the rest of a longer output is only in the result. */
export const STREAMED_BYTES_MAX: number = 1024 * 1024

/** A program that left the group may hold our pipe open for ever; the output of the others has arrived by then. */
const DRAIN_MS = 1000

const PATH_FALLBACK = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>

export const runCommand = async (order: CommandOrder): Promise<CommandRun> => {
  if (order.signal.aborted) return { end: { kind: 'aborted' }, output: '' }
  try {
    return await supervise(start(order), order)
  } catch (error) {
    return refused(error)
  }
}

/** The client's environment, with a search path where it has none. */
export const withSearchPath = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  ...env,
  PATH: env.PATH || PATH_FALLBACK,
})

const start = ({ argv, cwd, env, input }: CommandOrder): Child => {
  const [program = '', ...args] = argv
  const options = { cwd, env: withSearchPath(env), detached: true }
  if (input === undefined) return spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  // A command that does not read to the end closes the pipe, which is its own affair.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return child
}

const supervise = (child: Child, order: CommandOrder): Promise<CommandRun> =>
  new Promise((resolve) => {
    const ring = new OutputRing(order.outputBytesMax)
    readInto({ child, ring, order })
    let cause: Cause | null = null
    const stop = (why: Cause): void => {
      cause ??= why
      killGroup(child)
    }
    const onTooMany = (members: readonly number[]): void => {
      stop('too_many_processes')
      for (const id of members) kill(id)
    }
    const { pid: leader } = child
    const letGo =
      leader === undefined
        ? () => {}
        : watchBreeding({ leader, processesMax: order.processesMax, tree: systemProcesses, onTooMany })
    const onAbort = (): void => stop('aborted')
    const deadline = order.timeoutMs === null ? null : setTimeout(() => stop('timed_out'), order.timeoutMs)
    order.signal.addEventListener('abort', onAbort, { once: true })
    const settle = (run: CommandRun): void => {
      if (deadline !== null) clearTimeout(deadline)
      letGo()
      order.signal.removeEventListener('abort', onAbort)
      resolve(run)
    }
    child.on('error', (error) => settle(refused(error)))
    child.on('exit', (exitCode, by) => {
      killGroup(child)
      const drained = setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, DRAIN_MS)
      child.on('close', () => {
        clearTimeout(drained)
        settle({ end: endOf({ cause, exitCode, by }), output: ring.text() })
      })
    })
  })

/** Why we ended it ourselves. */
type Cause = 'timed_out' | 'aborted' | 'too_many_processes'

type Ending = {
  readonly cause: Cause | null
  readonly exitCode: number | null
  readonly by: string | null
}

const endOf = ({ cause, exitCode, by }: Ending): CommandEnd => {
  if (cause !== null) return { kind: cause }
  return exitCode === null ? { kind: 'killed', by: by ?? 'a signal' } : { kind: 'exited', exitCode }
}

type Reading = { readonly child: Child; readonly ring: OutputRing; readonly order: CommandOrder }

/** A character that two reads share is held back until it is whole, so that the streams never mix inside one. */
const readInto = ({ child, ring, order: { onOutput, onBytes } }: Reading): void => {
  let shown = 0
  const read = (stream: 'stdout' | 'stderr'): void => {
    let held: Buffer = Buffer.alloc(0)
    const pass = (bytes: Buffer): void => {
      if (bytes.length === 0) return
      ring.push(bytes)
      onBytes?.(bytes)
      if (shown < STREAMED_BYTES_MAX) onOutput(stream, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
      shown += bytes.length
    }
    child[stream].on('data', (chunk: Buffer) => {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const whole = bytes.length - unfinishedBytes(bytes)
      held = Buffer.from(bytes.subarray(whole))
      pass(bytes.subarray(0, whole))
    })
    child[stream].on('end', () => pass(held))
    // A pipe we destroy ourselves is no fault of the command.
    child[stream].on('error', () => {})
  }
  read('stdout')
  read('stderr')
}

const killGroup = ({ pid }: Child): void => {
  if (pid !== undefined) kill(-pid)
}

const kill = (id: number): void => {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}

const refused = (error: unknown): CommandRun => ({
  end: { kind: 'refused', message: refusalText(error) },
  output: '',
})

const refusalText = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'E2BIG')
    return 'the command is longer than the system takes (128 KiB); write long content with apply_patch'
  return error instanceof Error ? error.message : String(error)
}
