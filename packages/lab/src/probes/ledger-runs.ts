/** Commands with their last outcome, tests with their last result, errors and whether they were resolved. */
import type { Noted } from './fact-log.ts'
import { commandOf } from './ledger-files.ts'
import type { SessionEvent } from './normal-form.ts'
import { normalCommand, shellCommands } from './shell-line.ts'

type RunNote = Pick<Noted, 'type' | 'key' | 'value'>

const SHELLS: ReadonlySet<string> = new Set(['bash', 'shell', 'exec_command', 'local_shell', 'run', 'bashexecution'])

export const isShell = (event: SessionEvent): boolean => SHELLS.has((event.tool ?? '').toLowerCase())

/** Line grammars of test runners: a name, and whether it passed. */
const TEST_LINES: readonly (readonly [RegExp, (found: RegExpMatchArray) => readonly [string, boolean]])[] = [
  [/^\s*--- (PASS|FAIL): (\S+)/gm, (found) => [found[2] ?? '', found[1] === 'PASS']],
  [/^(ok|FAIL)\s+([\w./-]+)\s/gm, (found) => [found[2] ?? '', found[1] === 'ok']],
  [/^test (\S+) \.\.\. (ok|FAILED)/gm, (found) => [found[1] ?? '', found[2] === 'ok']],
  [/^(PASSED|FAILED) (\S+::\S+)/gm, (found) => [found[2] ?? '', found[1] === 'PASSED']],
  [
    /^\s*(✓|✔|✗|✕|×|✖) (.{3,80}?)(?: \(?\d+(?:\.\d+)? ?m?s\)?)?$/gm,
    (found) => [found[2] ?? '', /[✓✔]/.test(found[1] ?? '')],
  ],
  [/^(not ok|ok) \d+ - (.{3,80})$/gm, (found) => [found[2] ?? '', found[1] === 'ok']],
]

export const testNotes = (result: SessionEvent): readonly RunNote[] =>
  TEST_LINES.flatMap(([pattern, read]) =>
    [...result.text.matchAll(pattern)].map((found): RunNote => {
      const [key, passed] = read(found)
      return { type: 'test', key, value: passed ? 'pass' : 'fail' }
    }),
  )

/** A command of several parts is known by its last one that is no filter of output. */
export const commandKey = (call: SessionEvent): string | undefined => {
  const commands = shellCommands(commandOf(call)).filter(([program = '']) => !FILTERS.has(program))
  const last = commands.at(-1)
  return last === undefined ? undefined : normalCommand(last)
}

const FILTERS: ReadonlySet<string> = new Set(['head', 'tail', 'grep', 'sort', 'uniq', 'wc', 'echo', 'tee', 'true'])

export const runNotes = (call: SessionEvent, result: SessionEvent): readonly RunNote[] => {
  if (!isShell(call)) return []
  const { ok } = result
  const commands = shellCommands(commandOf(call)).filter(([program = '']) => !FILTERS.has(program))
  if (ok === undefined) return []
  const isPlain = commands.length === 1 || ok
  const value = isPlain && !MIXED.test(commandOf(call)) ? (ok ? 'ok' : 'failed') : UNCLEAR
  return commands.map((words) => ({ type: 'cmd', key: normalCommand(words), value }))
}

/** Behind a pipe, `;` or `||` the exit code is another command's. */
const MIXED = /[|;]/
/** Of several commands one failed, or the exit code says nothing. */
export const UNCLEAR = 'unclear'

/** The first line that says what failed, with its digits masked: the same fault at another line is the same fault. */
export const errorSignature = (result: SessionEvent): string | undefined => {
  const lines = result.text.split('\n').map((line) => line.trim())
  const line = lines.find((text) => /\b(error|fail(?:ed|ure)?|panic|undefined|cannot|not found|no such)\b/i.test(text))
  return (line ?? lines.find((text) => text !== ''))?.slice(0, 160).replace(/\d+/g, '#')
}
