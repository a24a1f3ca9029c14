/**
 * The real program on a real pseudo-terminal, with a terminal emulator as the eye: what a person would see, the scrollback
 * above it, where the cursor stands, and every byte that was written.
 */
import { join } from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import type { Desk } from './run-rawr.ts'

/** One character as it is drawn; a wide one is followed by an empty cell. */
export type Drawn = {
  readonly text: string
  /** Of the 16 colours; `null`: the terminal's own. */
  readonly colour: number | null
  readonly isBold: boolean
  readonly isDim: boolean
  readonly isInverse: boolean
}

export type Screen = {
  /** Types, or hands over any other bytes. */
  type(text: string): void
  resize(columns: number, rows: number): Promise<void>
  /** The visible rows, without what is empty at their ends. */
  rows(): string[]
  text(): string
  /** The visible rows, character by character. */
  drawn(): readonly (readonly Drawn[])[]
  /** Scrollback and screen from the first row on; a row that the terminal broke is one line again. */
  history(): string
  cursor(): { readonly x: number; readonly y: number; readonly isHidden: boolean }
  /** Resolves when the screen shows it; fails with the screen as it is. */
  until(wanted: string | RegExp | (() => boolean), patienceMs?: number): Promise<void>
  /** The title that the program gave its window last. */
  title(): string
  /** Resolves when nothing was written for this long. */
  quiet(ms?: number): Promise<void>
  /** Everything written so far. */
  bytes(): string
  /** Forgets what the eye has seen; the program knows nothing of it. */
  clear(): void
  readonly pid: number
  kill(signal: string): void
  readonly exited: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>
}

export type ScreenOptions = {
  readonly desk: Desk
  readonly args?: readonly string[]
  readonly columns?: number
  readonly rows?: number
  readonly env?: Readonly<Record<string, string>>
  /** Another program than `rawr`. */
  readonly program?: string
  /** A shell around it, which gets the terminal afterwards. */
  readonly through?: (command: string) => readonly string[]
}

const PROGRAM = join(import.meta.dirname, '..', 'main.ts')

const PATIENCE_MS = 60_000

export const openScreen = (options: ScreenOptions): Screen => {
  const { desk, args = [], columns = 80, rows = 24, env = {}, through, program = PROGRAM } = options
  const command = [process.execPath, '--conditions=@rawr/source', program, ...args]
  const [file = '', ...words] = through === undefined ? command : [...through(command.map(quoted).join(' '))]
  const pty = spawn(file, words, {
    // It overrules the environment's.
    name: env.TERM ?? 'xterm-256color',
    cols: columns,
    rows,
    cwd: desk.folder,
    env: {
      PATH: process.env.PATH ?? '',
      // node-pty would write a variable that is not there as the word `undefined`.
      ...(process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      RAWR_HOME: desk.home,
      HOME: desk.folder,
      TERM: 'xterm-256color',
      // The eye is xterm.js, as there.
      TERM_PROGRAM: 'vscode',
      LANG: 'C.UTF-8',
      ...env,
    },
  })
  return watch(pty, new xterm.Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true }))
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

const ESC = '\u001b'
const CURSOR_MODE = new RegExp(`${ESC}\\[\\?25[hl]`, 'g')

const watch = (pty: IPty, terminal: InstanceType<typeof xterm.Terminal>): Screen => {
  let written = ''
  let lastAt = Date.now()
  let pending = 0
  const listeners = new Set<() => void>()
  let isHidden = false
  let title = ''
  terminal.onTitleChange((text) => {
    title = text
  })
  pty.onData((text) => {
    written += text
    lastAt = Date.now()
    pending += 1
    for (const [mode] of text.matchAll(CURSOR_MODE)) isHidden = mode.endsWith('l')
    terminal.write(text, () => {
      pending -= 1
      for (const listener of [...listeners]) listener()
    })
  })
  // What a terminal answers to a question goes back to the program.
  terminal.onData((answer) => pty.write(answer))
  const exited = new Promise<{ exitCode: number; signal?: number | undefined }>((resolve) => pty.onExit(resolve))
  const rows = (): string[] => {
    const { active } = terminal.buffer
    return Array.from(
      { length: terminal.rows },
      (_, index) => active.getLine(active.baseY + index)?.translateToString(true) ?? '',
    )
  }
  const text = (): string => rows().join('\n').trimEnd()
  return {
    type: (keys) => pty.write(keys),
    resize: async (toColumns, toRows) => {
      terminal.resize(toColumns, toRows)
      pty.resize(toColumns, toRows)
    },
    rows,
    text,
    drawn: () => drawnRows(terminal),
    history: () => {
      const { active } = terminal.buffer
      const lines: string[] = []
      for (let index = 0; index < active.length; index += 1) {
        const line = active.getLine(index)
        if (line?.isWrapped === true) lines[lines.length - 1] += line.translateToString(true)
        else lines.push(line?.translateToString(true) ?? '')
      }
      return lines.join('\n').trimEnd()
    },
    cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY, isHidden }),
    title: () => title,
    until: (wanted, patienceMs = PATIENCE_MS) => {
      const isThere = (): boolean =>
        typeof wanted === 'function'
          ? wanted()
          : typeof wanted === 'string'
            ? text().includes(wanted)
            : wanted.test(text())
      if (isThere()) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          listeners.delete(look)
          reject(new Error(`never on the screen: ${wanted}\n${'='.repeat(20)}\n${text()}\n${'='.repeat(20)}`))
        }, patienceMs)
        const look = (): void => {
          if (!isThere()) return
          clearTimeout(late)
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
      })
    },
    quiet: async (ms = 250) => {
      while (pending > 0 || Date.now() - lastAt < ms) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    bytes: () => written,
    clear: () => terminal.reset(),
    pid: pty.pid,
    kill: (signal) => pty.kill(signal),
    exited,
  }
}

const drawnRows = ({ buffer: { active }, rows, cols }: InstanceType<typeof xterm.Terminal>): Drawn[][] =>
  Array.from({ length: rows }, (_, y) => {
    const line = active.getLine(active.baseY + y)
    return Array.from({ length: cols }, (_, x): Drawn => {
      const cell = line?.getCell(x)
      return {
        text: cell?.getChars() ?? '',
        colour: cell?.isFgPalette() === true ? cell.getFgColor() : null,
        isBold: (cell?.isBold() ?? 0) !== 0,
        isDim: (cell?.isDim() ?? 0) !== 0,
        isInverse: (cell?.isInverse() ?? 0) !== 0,
      }
    })
  })
