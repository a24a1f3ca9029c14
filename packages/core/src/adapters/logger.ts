/**
 * The one logger: JSON lines in a file of bounded size. Written at once, so that the last line before a crash is there;
 * a disk that refuses loses log lines and nothing else. Values under a secret's name never reach the file.
 */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'

/** The file is moved to `<path>.1` beyond this; the two together are all that is kept. */
const FILE_BYTES_MAX = 4 * 1024 * 1024
const LINE_CHARACTERS_MAX = 16 * 1024

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'api_key',
  'apikey',
  'authorization',
  'token',
  'env',
  'headers',
  'password',
])

export type LoggerOptions = {
  readonly path: string
  readonly clock: Pick<Clock, 'now'>
  /** Lines below this are not written. */
  readonly level: 'debug' | 'warn' | 'error'
  readonly fileBytesMax?: number
}

const RANK = { debug: 0, warn: 1, error: 2 } as const

export const openLogger = (options: LoggerOptions): Logger & { close(): void } => {
  mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 })
  const file = openBoundedFile(options.path, options.fileBytesMax ?? FILE_BYTES_MAX)
  const log = (level: keyof typeof RANK, event: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    if (RANK[level] < RANK[options.level]) return
    const line = { at: new Date(options.clock.now()).toISOString(), pid: process.pid, level, event, ...fields }
    file.write(`${cutLine(JSON.stringify(line, withoutSecrets))}\n`)
  }
  return {
    debug: (event, fields) => log('debug', event, fields),
    warn: (event, fields) => log('warn', event, fields),
    error: (event, fields) => log('error', event, fields),
    close: file.close,
  }
}

const withoutSecrets = (key: string, value: unknown): unknown => {
  if (SECRET_NAMES.has(key.toLowerCase())) return '[not logged]'
  return value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value
}

/** Cut inside, a line would be no JSON any more; so the whole becomes one shortened text field. */
const cutLine = (line: string): string =>
  line.length <= LINE_CHARACTERS_MAX ? line : JSON.stringify({ cut: line.slice(0, LINE_CHARACTERS_MAX).toWellFormed() })

const openBoundedFile = (path: string, bytesMax: number): { write(text: string): void; close(): void } => {
  let fd = openSync(path, 'a', 0o600)
  let bytes = fstatSync(fd).size
  const rotate = (): void => {
    closeSync(fd)
    renameSync(path, `${path}.1`)
    fd = openSync(path, 'a', 0o600)
    bytes = 0
  }
  return {
    write: (text) => {
      try {
        if (bytes >= bytesMax) rotate()
        bytes += writeSync(fd, text)
      } catch {
        // There is nobody left to tell: the log is where one would tell it.
      }
    },
    close: () => closeSync(fd),
  }
}
