/**
 * What was seen of the work in this turn, folded from the events a core reports. Only what succeeded counts: a commit is
 * a `git commit` that ended with exit code 0, not the words in somebody's `echo`.
 */
import { type Boundary, type EventMsg, isWork, type PlanStep } from '@rawr/protocol'
import { succeededCommands, type Words, withoutOptions } from './shell-words.ts'

export type ObservedBoundary = Extract<Boundary, 'commit' | 'pr_checkpoint' | 'plan_checkpoint' | 'plan_update'>

export type Signals = {
  /** Since the turn began, in the order first seen. */
  readonly seen: readonly ObservedBoundary[]
  /** Of the plan as it stood last, in this turn or an earlier one. */
  readonly completedSteps: number
  /** A call ran in this turn. */
  readonly usedTools: boolean
  /** Turns that only serve a compaction say nothing about the work. */
  readonly turn: 'work' | 'sequence'
}

export const emptySignals: Signals = { seen: [], completedSteps: 0, usedTools: false, turn: 'work' }

const ENDS_CALL: ReadonlySet<EventMsg['type']> = new Set(['exec_command_end', 'patch_apply_end', 'tool_call_end'])

/** Events that say nothing leave the same object. */
export const foldSignals = (signals: Signals, event: EventMsg): Signals => {
  if (event.type === 'turn_started')
    return { ...signals, seen: [], usedTools: false, turn: isWork(event.origin) ? 'work' : 'sequence' }
  if (signals.turn === 'sequence') return signals
  if (event.type === 'plan_update') return planned(signals, event.plan)
  const worked = ENDS_CALL.has(event.type) && !signals.usedTools ? { ...signals, usedTools: true } : signals
  if (event.type !== 'exec_command_end' || event.exit_code !== 0) return worked
  return succeededCommands(event.command).reduce((before, words) => withSeen(before, boundaryOf(words)), worked)
}

const withSeen = (signals: Signals, boundary: ObservedBoundary | null): Signals =>
  boundary === null || signals.seen.includes(boundary) ? signals : { ...signals, seen: [...signals.seen, boundary] }

const planned = (signals: Signals, plan: readonly PlanStep[]): Signals => {
  const completedSteps = plan.filter(({ status }) => status === 'completed').length
  const updated = withSeen(signals, 'plan_update')
  const reached = completedSteps > signals.completedSteps ? withSeen(updated, 'plan_checkpoint') : updated
  return { ...reached, completedSteps }
}

const GIT_VALUED = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env']
const GH_VALUED = ['-R', '--repo', '--hostname']
const GH_PR = new Set(['create', 'close', 'merge', 'reopen', 'review'])
const GT_PR = new Set(['submit', 'ss', 'create', 'review', 'land'])

const boundaryOf = ([program, ...args]: Words): ObservedBoundary | null => {
  if (args.some((word) => word === '--help' || word === '-h' || word === '--dry-run')) return null
  if (program === 'git') return gitBoundary(withoutOptions(args, GIT_VALUED))
  if (program === 'gh') return isGhCheckpoint(withoutOptions(args, GH_VALUED)) ? 'pr_checkpoint' : null
  if (program === 'gt') return GT_PR.has(withoutOptions(args, ['--cwd'])[0] ?? '') ? 'pr_checkpoint' : null
  return null
}

const gitBoundary = ([subcommand, ...args]: Words): ObservedBoundary | null => {
  if (subcommand === 'commit') return 'commit'
  // `-n` is a dry run for `push`, and "no hooks" for `commit`.
  return subcommand === 'push' && !args.includes('-n') ? 'pr_checkpoint' : null
}

const isGhCheckpoint = ([noun, ...args]: Words): boolean =>
  noun === 'pr' && GH_PR.has(withoutOptions(args, GH_VALUED)[0] ?? '')
