/** What each `/command` does: an op for the core, or a table for the person. */
import { assertNever, type CompactionId, RequestId, type Settings, type SubmissionId, ThreadId } from '@rawr/protocol'
import { recallOf } from '../composer/recall-words.ts'
import { COMMANDS, COMPACT_FLAGS, type Command, parseCommand } from '../composer/slash-command.ts'
import { addCell, notice } from './add-cell.ts'
import type { TableRow } from './cell.ts'
import { nextTrigger, roomToLimit, tierMarks, tokensText, usageText } from './figures.ts'
import { runPins } from './run-pins.ts'
import type { ScreenState, ScreenStep } from './state.ts'

export const runCommand = (state: ScreenState, line: string, id: SubmissionId): ScreenStep => {
  const parsed = parseCommand(line)
  return parsed.ok ? perform(state, parsed.value, id) : stay(notice(state, 'warn', parsed.error))
}

const stay = (state: ScreenState): ScreenStep => ({ state, effects: [] })

const perform = (state: ScreenState, command: Command, id: SubmissionId): ScreenStep => {
  switch (command.name) {
    case 'compact': {
      const { dryRun, options } = command.wish
      return { state, effects: [{ type: 'submit', op: { type: dryRun ? 'compact_plan' : 'compact', ...options }, id }] }
    }
    case 'uncompact':
    case 'recompact': {
      const [wanted] = command.words
      const named = wanted === undefined ? null : compactionNamed(state, wanted)
      if (wanted !== undefined && named === null)
        return stay(notice(state, 'warn', `There is no compaction ${wanted}. /history lists them.`))
      const target = named === null ? {} : { compaction_id: named }
      return { state, effects: [{ type: 'submit', op: { type: command.name, ...target }, id }] }
    }
    case 'pin':
    case 'unpin':
      return runPins(state, { name: command.name, words: command.words, id })
    case 'context':
      return { state, effects: [{ type: 'ask', query: { type: 'context_breakdown' } }] }
    case 'why':
      return why(state, command.words)
    case 'history':
      return history(state, command.words)
    case 'recall':
      return recall(state, command.words)
    case 'model':
      return setModel(state, command.words, id)
    case 'resume':
      return resume(state, command.words)
    case 'new':
      return { state, effects: [{ type: 'open_thread', op: { type: 'thread_start', ...state.opening } }] }
    case 'status':
      return stay(addCell(state, { kind: 'table', title: 'Status', rows: statusRows(state) }))
    case 'help':
      return stay(addCell(state, { kind: 'table', title: 'Commands and keys', rows: helpRows() }))
    case 'quit':
      return { state, effects: [{ type: 'quit' }] }
    default:
      return assertNever(command)
  }
}

const resume = (state: ScreenState, [wanted]: readonly string[]): ScreenStep => {
  if (wanted === undefined) return { state, effects: [{ type: 'list_threads' }] }
  const thread = ThreadId.safeParse(wanted)
  if (!thread.success) return stay(notice(state, 'warn', `Not a thread id: ${wanted}.`))
  const { settings } = state.opening
  return { state, effects: [{ type: 'open_thread', op: { type: 'thread_resume', thread_id: thread.data, settings } }] }
}

const why = (state: ScreenState, [wanted]: readonly string[]): ScreenStep => {
  if (wanted === undefined) return { state, effects: [{ type: 'ask', query: { type: 'explain' } }] }
  const decision = RequestId.safeParse(wanted)
  if (!decision.success)
    return stay(notice(state, 'warn', `Not a decision id: ${wanted}. /why alone tells the newest.`))
  return { state, effects: [{ type: 'ask', query: { type: 'explain', decision_id: decision.data } }] }
}

/** Alone the list; with a number of it, or an id, that one is opened. */
const history = (state: ScreenState, [wanted]: readonly string[]): ScreenStep => {
  if (wanted === undefined) return stay(compactions(state))
  const id = compactionNamed(state, wanted)
  if (id === null) return stay(notice(state, 'warn', `There is no compaction ${wanted}. /history lists them.`))
  return { state, effects: [{ type: 'ask', query: { type: 'compaction_show', compaction_id: id } }] }
}

const compactionNamed = ({ marks }: ScreenState, wanted: string): CompactionId | null =>
  marks.find(({ number, id }) => String(number) === wanted || id === wanted)?.id ?? null

const compactions = (state: ScreenState): ScreenState => {
  if (state.marks.length === 0) return notice(state, 'quiet', 'This thread was not compacted yet.')
  const rows = state.marks.map(({ number, id, report, isUndone }) => ({
    label: `${number} ${id}`,
    value: `${tokensText(report.tokens_before, report.estimate)} → ${tokensText(report.tokens_after, report.estimate)} tokens · archived ${report.archived}${isUndone ? ' · undone' : ''}`,
  }))
  return addCell(state, { kind: 'table', title: 'Compactions; /history <number> opens one', rows })
}

const recall = (state: ScreenState, words: readonly string[]): ScreenStep => {
  const query = recallOf(words)
  return query.ok ? { state, effects: [{ type: 'ask', query: query.value }] } : stay(notice(state, 'warn', query.error))
}

/** Alone it asks what the server offers. */
const setModel = (state: ScreenState, [name, effort]: readonly string[], id: SubmissionId): ScreenStep => {
  if (name === undefined) return { state, effects: [{ type: 'ask', query: { type: 'model_list' } }] }
  const op = { type: 'override_turn_context', model: name, ...(effort === undefined ? {} : { effort }) } as const
  return { state, effects: [{ type: 'submit', op, id }] }
}

const statusRows = (state: ScreenState): TableRow[] => {
  const { thread, usage, link, clients, me } = state
  const next = usage === null || thread === null ? null : nextTrigger(usage, thread.settings)
  const role = clients.find(({ clientId }) => clientId === me)?.isDriver === false ? 'viewer' : 'driver'
  const marks =
    thread === null ? [] : tierMarks(thread.settings).map((mark) => `${mark.tier} ${mark.percentRemaining} %`)
  return [
    { label: 'thread', value: thread?.id ?? 'none' },
    { label: 'folder', value: thread?.cwd ?? '' },
    { label: 'model', value: thread?.model ?? 'none configured' },
    { label: 'sandbox', value: thread === null ? '' : sandboxText(thread.settings) },
    { label: 'context', value: usage === null ? 'not counted yet' : usageText(usage) },
    {
      label: 'next',
      value:
        next === null || usage === null
          ? 'nothing automatic ahead'
          : `${next.tier} in ${tokensText(next.tokens, usage.source)} tokens, then at the next boundary`,
    },
    {
      label: 'limit',
      value: usage === null ? '' : `hard limit in ${tokensText(roomToLimit(usage), usage.source)} tokens`,
    },
    { label: 'tiers', value: `${marks.join(' · ')} left` },
    { label: 'compactions', value: String(state.marks.length) },
    { label: 'queue', value: `${state.queue.length} queued · ${state.held.length} held` },
    { label: 'link', value: `${link.name}, ${role} of ${Math.max(1, clients.length)}` },
  ]
}

const sandboxText = ({ sandbox: { mode, network }, approvals: { policy } }: Settings): string =>
  mode === 'danger-full-access'
    ? `none (${mode}) · approvals ${policy}`
    : `${mode}, ${network ? 'with' : 'no'} network · approvals ${policy}`

const KEYS: readonly (readonly [string, string])[] = [
  ['Enter', 'send; while a turn runs: steer it'],
  ['Alt-Enter', 'queue for the end of the turn'],
  ['Shift-Enter, Ctrl-J, \\ Enter', 'a new line'],
  ['Esc', 'stop a compaction on its way; take the queue back; twice: interrupt the turn'],
  ['Ctrl-C', 'clear the line; interrupt; twice: leave'],
  ['Up, Down', 'earlier messages'],
  ['!', 'a command of your own; the model reads it with your next message'],
  ['@', 'a file of the project'],
  ['Ctrl-O', 'open a pasted block to read and edit it'],
  ['Ctrl-T', 'show or fold reasoning'],
  ['Ctrl-Z', 'back to the shell; fg returns'],
  ['Ctrl-A E K U W Y', 'as in a shell'],
]

const helpRows = (): TableRow[] => [
  ...Object.values(COMMANDS).flatMap(({ usage, help }) => [
    { label: usage, value: help },
    ...(usage === COMMANDS.compact.usage ? COMPACT_FLAGS.map(([label, value]) => ({ label, value })) : []),
  ]),
  ...KEYS.map(([label, value]) => ({ label, value })),
]
