/** How a command ended, as the first line of what a model reads. */
import { assertNever } from '@rawr/protocol'
import { PROCESSES_MAX } from './process-limit.ts'
import type { CommandEnd } from './run-command.ts'

export const endText = (end: Exclude<CommandEnd, { kind: 'refused' }>, timeoutMs: number | null): string => {
  switch (end.kind) {
    case 'exited':
      return `Exit code: ${end.exitCode}`
    case 'killed':
      return `Killed by ${end.by}.`
    case 'timed_out':
      return `Timed out after ${timeoutMs ?? 0} ms: the command and all it started were killed.`
    case 'aborted':
      return 'Aborted: the command and all it started were killed.'
    case 'too_many_processes':
      return `Killed with all it started: more than ${PROCESSES_MAX} processes at once.`
    default:
      return assertNever(end)
  }
}
