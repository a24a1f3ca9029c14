/** What a key does: the panel that is open takes its own keys first, then an approval, then the composer. */
import { type ApprovalDecision, ThreadId } from '@rawr/protocol'
import { EMPTY_EDITOR, isChip, openChip, splice, wholeText } from '../composer/editor.ts'
import type { Key } from '../composer/keys.ts'
import { COMMANDS, isCommandLine, matchingCommands } from '../composer/slash-command.ts'
import { notice } from './add-cell.ts'
import { canAnswer } from './approval.ts'
import { editKey } from './edit-key.ts'
import { pressWithoutSandbox } from './no-sandbox.ts'
import { recallQueue } from './recall-queue.ts'
import { runCommand } from './run-command.ts'
import { pressInSetup } from './setup.ts'
import type { Panel, ScreenEffect, ScreenEvent, ScreenState, ScreenStep } from './state.ts'

export type KeyPress = Extract<ScreenEvent, { type: 'key' }>

/** A second Esc or Ctrl-C within this time means more than the first. */
export const TWICE_MS = 2_000

export const pressKey = (state: ScreenState, press: KeyPress): ScreenStep => {
  const step = pressSomewhere(state, press)
  const isArming = step.state.armed !== state.armed
  return isArming ? step : { ...step, state: { ...step.state, armed: null } }
}

const pressSomewhere = (state: ScreenState, press: KeyPress): ScreenStep => {
  const { key } = press
  if (key.type === 'ctrl' && key.letter === 'c') return pressCtrlC(state, press)
  if (key.type === 'ctrl' && key.letter === 'z') return { state, effects: [{ type: 'suspend' }] }
  if (key.type === 'ctrl' && key.letter === 'd' && state.editor.text === '')
    return { state, effects: [{ type: 'quit' }] }
  if (state.panel.kind === 'no_sandbox') return pressWithoutSandbox(state, press)
  if (state.panel.kind === 'setup') return pressInSetup(state, press) ?? stay(state)
  if (isList(state.panel)) return pressInList(state, press)
  if (canAnswer(state)) {
    const answer = approvalOf(key)
    if (answer !== null) return approve(state, press, answer)
  }
  const completed = pressInCompletion(state, key)
  if (completed !== null) return completed
  if (isKey(key, 'escape')) return pressEscape(state, press)
  if (isKey(key, 'enter') && !isNewline(key)) return pressEnter(state, press)
  if (key.type === 'ctrl' && key.letter === 'o') return stay({ ...state, editor: openChip(state.editor) })
  if (key.type === 'ctrl' && key.letter === 't') return stay({ ...state, reasoningOpen: !state.reasoningOpen })
  return completing(editKey(state, key))
}

const stay = (state: ScreenState): ScreenStep => ({ state, effects: [] })

const isKey = (key: Key, name: Extract<Key, { type: 'key' }>['name']): boolean =>
  key.type === 'key' && key.name === name

const isNewline = (key: Key): boolean => key.type === 'key' && (key.shift || key.ctrl)

const pressCtrlC = (state: ScreenState, { at, next }: KeyPress): ScreenStep => {
  if (isList(state.panel) || state.panel.kind === 'no_sandbox') return stay({ ...state, panel: NO_PANEL })
  if (state.editor.text !== '')
    return stay({
      ...state,
      editor: { ...EMPTY_EDITOR, killed: state.editor.text },
      panel: withoutCompletion(state.panel),
    })
  if (isArmed(state, 'ctrl_c', at)) return { state, effects: [{ type: 'quit' }] }
  const armed = { ...state, armed: { key: 'ctrl_c', at } as const }
  return state.turn === null ? stay(armed) : interrupt(armed, next)
}

const NO_PANEL: Panel = { kind: 'none' }

/** Palette and files belong to the line that they complete. */
const withoutCompletion = (panel: Panel): Panel =>
  panel.kind === 'palette' || panel.kind === 'files' ? NO_PANEL : panel

const isArmed = ({ armed }: ScreenState, key: 'escape' | 'ctrl_c', at: number): boolean =>
  armed !== null && armed.key === key && at - armed.at <= TWICE_MS

const interrupt = (state: ScreenState, id: KeyPress['next']): ScreenStep => ({
  state: state.turn === null ? state : { ...state, turn: { ...state.turn, isInterrupting: true } },
  effects: [{ type: 'submit', op: { type: 'interrupt' }, id }],
})

/** Stops a sequence of the watcher; else takes what waits back into the composer; else, pressed twice, interrupts. */
const pressEscape = (state: ScreenState, { at, next }: KeyPress): ScreenStep => {
  if (state.watching !== 'idle') return { state, effects: [{ type: 'cancel_sequence' }] }
  const recalled = recallQueue(state, next)
  if (recalled.effects.length > 0)
    return { ...recalled, state: { ...recalled.state, armed: state.turn === null ? null : { key: 'escape', at } } }
  if (state.turn === null) return stay(state)
  if (isArmed(state, 'escape', at)) return interrupt(state, next)
  return stay({ ...state, armed: { key: 'escape', at } })
}

/** Lists and previews that a person opened: nothing is written while one stands there. */
export const isList = ({ kind }: Panel): boolean => kind === 'plan' || kind === 'threads' || kind === 'models'

const pressInList = (state: ScreenState, { key, next }: KeyPress): ScreenStep => {
  const { panel } = state
  if (isKey(key, 'escape')) return stay({ ...state, panel: NO_PANEL })
  const by = stepOf(key, state.size.rows)
  if (panel.kind === 'plan') {
    if (by !== 0) return stay({ ...state, panel: { ...panel, offset: Math.max(0, panel.offset + by) } })
    if (!isKey(key, 'enter')) return stay(state)
    const op = { type: 'compact', plan_id: panel.planId } as const
    return { state: { ...state, panel: NO_PANEL }, effects: [{ type: 'submit', op, id: next }] }
  }
  if (panel.kind !== 'threads' && panel.kind !== 'models') return stay(state)
  if (by !== 0)
    return stay({ ...state, panel: { ...panel, selected: moved(panel.selected, by, panel.choices.length) } })
  return isKey(key, 'enter') ? choose({ ...state, panel: NO_PANEL }, panel, next) : stay(state)
}

type List = Extract<Panel, { kind: 'threads' | 'models' }>

const choose = (state: ScreenState, panel: List, id: KeyPress['next']): ScreenStep => {
  if (panel.kind === 'models') {
    const model = panel.choices[panel.selected]?.name
    if (model === undefined || model === state.thread?.model) return stay(state)
    return { state, effects: [{ type: 'submit', op: { type: 'override_turn_context', model }, id }] }
  }
  const choice = panel.choices[panel.selected]
  if (choice === undefined || choice.id === state.thread?.id) return stay(state)
  const { settings } = state.opening
  const op = { type: 'thread_resume', thread_id: ThreadId.parse(choice.id), settings } as const
  return { state, effects: [{ type: 'open_thread', op }] }
}

const stepOf = (key: Key, page: number): number => {
  if (isKey(key, 'up')) return -1
  if (isKey(key, 'down')) return 1
  if (isKey(key, 'page_up')) return -Math.max(1, Math.floor(page / 2))
  return isKey(key, 'page_down') ? Math.max(1, Math.floor(page / 2)) : 0
}

const moved = (selected: number, by: number, count: number): number => Math.max(0, Math.min(count - 1, selected + by))

const ANSWERS: Readonly<Record<string, ApprovalDecision>> = {
  y: 'approved',
  s: 'approved_for_session',
  n: 'denied',
  a: 'abort',
}

const approvalOf = (key: Key): ApprovalDecision | null => {
  if (isKey(key, 'escape')) return 'abort'
  return key.type === 'text' ? (ANSWERS[key.text.toLowerCase()] ?? null) : null
}

const approve = (state: ScreenState, { next }: KeyPress, decision: ApprovalDecision): ScreenStep => {
  const [first] = state.approvals
  if (first === undefined) return stay(state)
  const op = { type: 'exec_approval', request_id: first.requestId, decision } as const
  return { state, effects: [{ type: 'submit', op, id: next }] }
}

/** Keys of the palette and of the list of files; `null`: not theirs. */
const pressInCompletion = (state: ScreenState, key: Key): ScreenStep | null => {
  const { panel, editor } = state
  if (panel.kind !== 'palette' && panel.kind !== 'files') return null
  const found = panel.kind === 'palette' ? matchingCommands(editor.text.slice(1)) : panel.found
  if (isKey(key, 'escape')) return stay({ ...state, panel: NO_PANEL })
  const by = stepOf(key, state.size.rows)
  if (by !== 0) return stay({ ...state, panel: { ...panel, selected: moved(panel.selected, by, found.length) } })
  const chosen = found[panel.selected]
  if (chosen === undefined) return null
  const isTab = isKey(key, 'tab')
  if (panel.kind === 'palette') {
    if (isTab) return stay({ ...state, panel: NO_PANEL, editor: splice(editor, 0, editor.text.length, `/${chosen} `) })
    const isWhole = Object.hasOwn(COMMANDS, editor.text.slice(1))
    if (!isKey(key, 'enter') || isWhole) return null
    return stay({ ...state, panel: NO_PANEL, editor: splice(editor, 0, editor.text.length, `/${chosen} `) })
  }
  if (!isTab && !isKey(key, 'enter')) return null
  const start = editor.caret - panel.query.length - 1
  return stay({ ...state, panel: NO_PANEL, editor: splice(editor, start, editor.caret, `@${chosen} `) })
}

/** Opens, narrows or closes what completes the word at the caret. */
const completing = (state: ScreenState): ScreenStep => {
  const { editor } = state
  const before = editor.text.slice(Math.max(0, editor.caret - QUERY_CHARACTERS_MAX), editor.caret)
  if (/^\/[a-z]*$/.test(editor.text) && editor.caret === editor.text.length)
    return stay({ ...state, panel: { kind: 'palette', selected: 0 } })
  const query = /(?:^|\s)@([^\s@]*)$/.exec(before)?.[1]
  if (query !== undefined) {
    if (state.panel.kind === 'files' && state.panel.query === query) return stay(state)
    const found = state.panel.kind === 'files' ? state.panel.found : []
    return {
      state: { ...state, panel: { kind: 'files', query, found, selected: 0 } },
      effects: [{ type: 'find_files', query }],
    }
  }
  return stay(state.panel.kind === 'palette' || state.panel.kind === 'files' ? { ...state, panel: NO_PANEL } : state)
}

const QUERY_CHARACTERS_MAX = 200

const pressEnter = (state: ScreenState, press: KeyPress): ScreenStep => {
  const { editor } = state
  // A backslash at the end of the line is how one goes on below where the terminal tells no Shift-Enter.
  if (editor.text[editor.caret - 1] === '\\')
    return stay({ ...state, editor: splice(editor, editor.caret - 1, editor.caret, '\n') })
  const text = wholeText(editor)
  if (text.trim() === '') return stay({ ...state, editor: { ...EMPTY_EDITOR, killed: editor.killed }, panel: NO_PANEL })
  const remembered = remember(state, editor.text)
  const isTyped = ![...editor.text].some(isChip)
  if (isTyped && isCommandLine(text.trimStart())) return runCommand(remembered, text.trim(), press.next)
  if (/^\s*!\s*$/.test(text))
    return stay(notice({ ...remembered, history: state.history }, 'warn', 'Which command? As in !git status.'))
  return say(remembered, { text, press })
}

type Saying = { readonly text: string; readonly press: KeyPress }

/** `!` begins a command of the person's own. Enter steers a turn that runs; Alt-Enter waits for its end; with none running both begin one. */
const say = (state: ScreenState, { text, press }: Saying): ScreenStep => {
  if (state.thread === null || state.link.name === 'closed')
    return stay(
      notice({ ...state, editor: { ...EMPTY_EDITOR, text, caret: text.length } }, 'warn', 'Not connected yet.'),
    )
  const isQueued = press.key.type === 'key' && press.key.alt
  const items = [{ type: 'text' as const, text }]
  const command = /^\s*!\s*(\S.*)$/s.exec(text)?.[1]
  const effect: ScreenEffect =
    command !== undefined
      ? { type: 'submit', op: { type: 'run_user_shell_command', command }, id: press.next }
      : {
          type: 'say',
          op: { type: state.turn !== null && !isQueued ? 'user_input' : 'user_turn', items },
          id: press.next,
        }
  return { state: { ...state, sending: [...state.sending, { id: press.next, text }] }, effects: [effect] }
}

const HISTORY_MAX = 500

const remember = (state: ScreenState, text: string): ScreenState => {
  const { entries } = state.history
  const isNew = entries.at(-1) !== text && ![...text].some(isChip)
  return {
    ...state,
    editor: { ...EMPTY_EDITOR, killed: state.editor.killed },
    panel: NO_PANEL,
    history: { entries: isNew ? [...entries, text].slice(-HISTORY_MAX) : entries, at: null, draft: '' },
  }
}
