/** A program that is nothing but a daemon: says once on its standard output where it stands, and ends when asked to. */
import type { FirstLine } from './connect-or-start.ts'
import { type DaemonOptions, DaemonRunningError, startDaemon } from './main.ts'

/** Resolves with the exit code when the daemon has ended. */
export const runDaemon = async (options: DaemonOptions): Promise<number> => {
  try {
    const daemon = await startDaemon(options)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void daemon.close())
    // The terminal it was started from may go; the daemon belongs to no shell.
    process.on('SIGHUP', () => {})
    say({ ready: true, port: daemon.port, pid: process.pid, ...(daemon.outer === null ? {} : { outer: daemon.outer }) })
    await daemon.closed
    return 0
  } catch (cause) {
    if (!(cause instanceof DaemonRunningError)) throw cause
    say({ ready: false, in_use_by: cause.pid })
    return 0
  }
}

const say = (line: FirstLine): void => {
  // Whoever waited for the line may be gone before it is written.
  process.stdout.on('error', () => {})
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
