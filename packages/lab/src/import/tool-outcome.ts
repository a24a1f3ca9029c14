/** Success and exit code of a tool result, where the record tells: in its first lines, or in the envelope of old files. */
import { type Fields, fieldsAt, isFields, numberAt, textAt } from './fields.ts'
import type { Outcome } from './item-log.ts'
import { parse } from './records.ts'

/** How far into a result its first lines may reach. */
const HEAD_CHARS = 300

const EXIT_LINES = [/^Exit code:? (-?\d+)\b/m, /^Process exited with code (-?\d+)\b/m]
const FAILURES = /^(apply_patch verification failed|failed in sandbox|Script failed|execution error)/

export const outcomeOfExit = (exitCode: number | undefined): Outcome =>
  exitCode === undefined || !Number.isInteger(exitCode) ? {} : { success: exitCode === 0, exit_code: exitCode }

/** From the lines before `Output:` that a tool puts above what it ran. */
export const outcomeOfText = (text: string): Outcome => {
  const head = text.slice(0, HEAD_CHARS).split(/^Output:/m, 1)[0] ?? ''
  const code = EXIT_LINES.map((pattern) => pattern.exec(head)?.[1]).find((found) => found !== undefined)
  if (code !== undefined) return outcomeOfExit(Number(code))
  if (FAILURES.test(head)) return { success: false }
  return /^Script completed/.test(head) ? { success: true } : {}
}

/** Old files keep the result as JSON text `{output, metadata: {exit_code}}`; others are what they are. */
export const unwrapped = (text: string): { readonly text: string; readonly outcome: Outcome } => {
  const envelope = text.startsWith('{"output":') ? parse(text) : undefined
  const inner = isFields(envelope) ? textAt(envelope, 'output') : undefined
  if (inner === undefined) return { text, outcome: outcomeOfText(text) }
  const exitCode = numberAt(fieldsAt(envelope as Fields, 'metadata'), 'exit_code')
  return { text: inner, outcome: exitCode === undefined ? outcomeOfText(inner) : outcomeOfExit(exitCode) }
}
