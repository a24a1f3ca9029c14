/** The client from its first to its last byte: takes the terminal, runs the loop, gives the terminal back however it ends. */
import { openFirstPress } from './first-press.ts'
import { startLoop } from './loop.ts'
import { openPaper } from './paper.ts'
import { openPlainPaper } from './plain-paper.ts'
import { type ClientOptions, type Ending, SIGNALS } from './ports.ts'
import { enterTerminalMode, type TerminalMode } from './terminal-mode.ts'

/** A terminal that reads lines is left as it is, and stops programs by itself. */
const LINES: TerminalMode = { leave: () => {}, suspend: () => {} }

export const runClient = async (options: ClientOptions): Promise<Ending> => {
  const { terminal } = options
  const { leave, suspend } = terminal.isDumb ? LINES : enterTerminalMode(terminal)
  // The last resort: whatever ends the process, the shell gets its terminal back.
  process.once('exit', leave)
  const paper = terminal.isDumb
    ? openPlainPaper(terminal)
    : openPaper(terminal, options.begun ?? openFirstPress(terminal))
  const loop = startLoop({
    options,
    paper,
    suspend: (onBack) => {
      paper.lift()
      suspend(() => {
        paper.lower()
        onBack()
      })
    },
  })
  const failed = (cause: unknown): void =>
    loop.end({ kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) })
  const onSignal = (signal: NodeJS.Signals): void => {
    const known = SIGNALS.find((each) => each === signal)
    if (known !== undefined) loop.end({ kind: 'signal', signal: known })
  }
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  options.begun?.takenOver()
  try {
    return await loop.ended
  } finally {
    paper.end()
    leave()
    process.off('exit', leave)
    process.off('uncaughtException', failed)
    process.off('unhandledRejection', failed)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}
