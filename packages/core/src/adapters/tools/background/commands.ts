/**
 * The commands of one thread that go on beyond their call, by the name the model gave them. They live in this object: where the
 * daemon ends they end with it, and what the log says was begun and is not here is lost.
 */
import { z } from 'zod'
import type { ToolResult } from '../../../ports/tool-runner.ts'
import type { PlaceGuard } from '../../sandbox/guarded-places.ts'
import { endText } from '../command/end-text.ts'
import { OutputRing } from '../command/output-ring.ts'
import { type CommandEnd, type CommandOrder, runCommand } from '../command/run-command.ts'
import { shownOutput } from '../command/shown-output.ts'
import { faultText } from '../fault-text.ts'
import { failure } from '../tool.ts'

/** A name that nobody mistakes for a path or a flag. */
export const BackgroundName: z.ZodString = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/i)

export type BackgroundStart = {
  readonly name: string
  readonly command: string
  readonly start: Pick<CommandOrder, 'argv' | 'cwd' | 'env' | 'outputBytesMax' | 'processesMax' | 'input'>
  /** Begun with the command, released when it ends. */
  readonly guard?: () => Promise<PlaceGuard>
}

export type BackgroundCommands = {
  /** Answers when it has run for a second, or has ended before. */
  start(order: BackgroundStart): Promise<ToolResult>
  /** What it said since the last look; waits up to `waitMs` for something new. `null`: no such name. */
  read(name: string, look: { readonly waitMs: number; readonly signal: AbortSignal }): Promise<ToolResult | null>
  /** Ends it and all it started. `null`: no such name. */
  stop(name: string): Promise<ToolResult | null>
  list(): readonly { readonly name: string; readonly command: string; readonly state: string }[]
  /** The thread is let go: nothing of it goes on. */
  endAll(): Promise<void>
}

/** At once, in one thread. */
export const BACKGROUND_MAX = 16

/** Most of what cannot start at all has failed by then. */
const FIRST_LOOK_MS = 1_000

type Running = {
  readonly command: string
  readonly ended: Promise<void>
  readonly abort: AbortController
  /** Said and not read yet, at most as much as the ring holds. */
  unread: OutputRing
  end: CommandEnd | null
  /** Called when it says something or ends. */
  wake: () => void
}

export const openBackgroundCommands = (): BackgroundCommands => {
  const running = new Map<string, Running>()
  const stop = async (entry: Running): Promise<void> => {
    entry.abort.abort()
    await entry.ended
  }
  return {
    start: async (order) => {
      const { name, start } = order
      if (running.get(name)?.end === null)
        return failure(`"${name}" is running already: stop it, or take another name.`)
      const alive = [...running.values()].filter(({ end }) => end === null).length
      if (alive >= BACKGROUND_MAX) return failure(`${BACKGROUND_MAX} commands run in the background already: stop one.`)
      const entry = begin(order)
      running.set(name, entry)
      await within(entry.ended, FIRST_LOOK_MS)
      const answer = answerOf(name, entry, start.outputBytesMax)
      if (entry.end !== null) running.delete(name)
      return answer
    },
    read: async (name, { waitMs, signal }) => {
      const entry = running.get(name)
      if (entry === undefined) return null
      if (entry.end === null && entry.unread.isEmpty) await woken(entry, waitMs, signal)
      if (entry.end !== null) running.delete(name)
      return answerOf(name, entry, UNREAD_BYTES_MAX)
    },
    stop: async (name) => {
      const entry = running.get(name)
      if (entry === undefined) return null
      await stop(entry)
      running.delete(name)
      return { ...answerOf(name, entry, UNREAD_BYTES_MAX), success: true }
    },
    list: () =>
      [...running].map(([name, { command, end }]) => ({
        name,
        command,
        state: end === null ? 'running' : 'ended, not read yet',
      })),
    endAll: async () => {
      await Promise.all([...running.values()].map(stop))
      running.clear()
    },
  }
}

const UNREAD_BYTES_MAX = 1024 * 1024

const begin = ({ command, start, guard }: BackgroundStart): Running => {
  const abort = new AbortController()
  const entry: Running = {
    command,
    abort,
    unread: new OutputRing(start.outputBytesMax),
    end: null,
    wake: () => {},
    ended: guarded(guard, {
      ...start,
      timeoutMs: null,
      signal: abort.signal,
      onOutput: () => {},
      onBytes: (bytes) => {
        entry.unread.push(bytes)
        entry.wake()
      },
    }).then(({ end, told }) => {
      for (const sentence of told) entry.unread.push(Buffer.from(`${sentence}\n`))
      entry.end = end
      entry.wake()
    }),
  }
  return entry
}

const guarded = async (
  guard: BackgroundStart['guard'],
  order: CommandOrder,
): Promise<{ end: CommandEnd; told: readonly string[] }> => {
  let guarding: PlaceGuard | undefined
  let end: CommandEnd
  try {
    guarding = await guard?.()
    end = (await runCommand(order)).end
  } catch (error) {
    // Nobody hears of it elsewhere, and its name would be taken for good.
    end = { kind: 'refused', message: faultText(error) }
  }
  return { end, told: (await guarding?.release().catch(() => [])) ?? [] }
}

const within = (promise: Promise<void>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

const woken = (entry: Running, waitMs: number, signal: AbortSignal): Promise<void> => {
  const first = Promise.withResolvers<void>()
  entry.wake = first.resolve
  signal.addEventListener('abort', () => first.resolve(), { once: true })
  return within(first.promise, waitMs)
}

/** What is told is forgotten: the next look begins behind it. */
const answerOf = (name: string, entry: Running, ringBytes: number): ToolResult => {
  const output = shownOutput(entry.unread.text())
  entry.unread = new OutputRing(ringBytes)
  const { end } = entry
  if (end?.kind === 'refused') return failure(`Nothing was run: ${end.message}.`)
  if (end === null) {
    const text = `"${name}" is running.\nOutput since the last look:\n${output}`
    return { output: text, success: true, goesOnAs: name, outcome: 'running' }
  }
  const exitCode = end.kind === 'exited' ? end.exitCode : null
  const head = `"${name}" has ended. ${endText(end, null)}`
  return {
    output: `${head}\nOutput since the last look:\n${output}`,
    success: exitCode === 0,
    exitCode,
    outcome: outcomeOf(exitCode),
  }
}

const outcomeOf = (exitCode: number | null): string => (exitCode === null ? 'stopped' : `exit ${exitCode}`)
