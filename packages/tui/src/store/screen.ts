/**
 * The one function of the screen: `(state, event) → {state, effects}`. Events come from the core, the keyboard, the clock
 * and the rim; what they mean in detail stands in the files beside this one.
 */
import { assertNever, type Rejected } from '@rawr/protocol'
import { type Editor, editorWith } from '../composer/editor.ts'
import { addCell, noteHeadsUp, notice } from './add-cell.ts'
import { showApproval } from './approval.ts'
import type { Cell } from './cell.ts'
import { drainLive, finishAll } from './live.ts'
import { askWithoutSandbox } from './no-sandbox.ts'
import { pressKey } from './press-key.ts'
import { readAnswer } from './read-answer.ts'
import { readEvent } from './read-event.ts'
import type { ScreenEvent, ScreenState, ScreenStep, Size } from './state.ts'

export type Beginning = {
  readonly size: Size
  readonly at: number
  readonly opening: ScreenState['opening']
  /** With what was being written when the last client died. */
  readonly editor: Editor
  /** Earlier messages, oldest first. */
  readonly history: readonly string[]
  readonly script?: readonly string[]
}

export const startScreen = ({ size, at, opening, editor, history, script = [] }: Beginning): ScreenState => ({
  size,
  now: at,
  link: { name: 'connecting' },
  me: null,
  ...NO_THREAD,
  outbox: [],
  sending: [],
  editor,
  history: { entries: history, at: null, draft: '' },
  armed: null,
  reasoningOpen: false,
  opening,
  script,
})

/** What belongs to one thread and is forgotten with it. */
const NO_THREAD = {
  clients: [],
  thread: null,
  isResumed: false,
  usage: null,
  plan: [],
  turn: null,
  watching: 'idle',
  live: [],
  approvals: [],
  queue: [],
  recalling: [],
  held: [],
  marks: [],
  pins: [],
  panel: { kind: 'none' },
  headsUp: null,
  fault: null,
} as const satisfies Partial<ScreenState>

export const stepScreen = (state: ScreenState, event: ScreenEvent): ScreenStep => {
  switch (event.type) {
    case 'key':
      return pressKey({ ...state, now: event.at }, event)
    case 'event':
      return only(readEvent({ ...state, now: event.at }, event))
    case 'tick':
      return only({ ...state, now: event.at })
    case 'script':
      return sayNext({ ...state, now: event.at }, event)
    case 'resized':
      return only({ ...state, size: event.size })
    case 'link':
      return only(linkMoved(state, event))
    case 'watcher_moved':
      return only(state.watching === event.name ? state : { ...state, watching: event.name })
    case 'watcher_noticed':
      return only(watcherSaid(state, event))
    case 'answered':
      return only(answered(state, event))
    case 'told':
      return only(readAnswer(state, event.msg))
    case 'sandbox_missing':
      return only(askWithoutSandbox(state, event))
    case 'thread_opened':
      return only({
        ...state,
        ...NO_THREAD,
        isResumed: event.isResumed,
        live: [],
        outbox: [...state.outbox, ...leftovers(state)],
      })
    case 'files_found':
      return only(filesFound(state, event))
    case 'threads_listed':
      return only(threadsListed(state, event))
    default:
      return assertNever(event)
  }
}

/** The screen is drawn: takes what is final off its hands, each cell once, in order. */
export const drain = (before: ScreenState): { readonly state: ScreenState; readonly cells: readonly Cell[] } => {
  const state = showApproval(before)
  const drained = drainLive(state.live)
  if (drained.live === state.live && state.outbox.length === 0) return { state, cells: [] }
  return { state: { ...state, live: drained.live, outbox: [] }, cells: [...state.outbox, ...drained.cells] }
}

const only = (state: ScreenState): ScreenStep => ({ state, effects: [] })

/** The next line of the script, once nothing runs and nothing waits. */
const sayNext = (state: ScreenState, { next }: Event<'script'>): ScreenStep => {
  const [text, ...script] = state.script
  const isWatching = state.watching !== 'idle' && state.watching !== 'deferred'
  const isBusy = state.turn !== null || state.sending.length > 0 || isWatching || state.live.length > 0
  if (text === undefined || isBusy || state.thread === null || state.panel.kind !== 'none') return only(state)
  const op = { type: 'user_turn' as const, items: [{ type: 'text' as const, text }] }
  return {
    state: { ...state, script, sending: [...state.sending, { id: next, text }] },
    effects: [{ type: 'say', op, id: next }],
  }
}

const leftovers = (state: ScreenState): readonly Cell[] => drainLive(finishAll(state.live)).cells

type Event<Type extends ScreenEvent['type']> = Extract<ScreenEvent, { type: Type }>

const linkMoved = (state: ScreenState, { link, me }: Event<'link'>): ScreenState => {
  const next = { ...state, link, me: me ?? state.me }
  if (link.name === 'closed' && state.link.name !== 'closed')
    return notice(returned(next, ''), 'bad', `The link to the daemon is gone: ${link.message}`)
  return next
}

const watcherSaid = (state: ScreenState, { kind, text }: Event<'watcher_noticed'>): ScreenState => {
  if (kind === 'heads_up') return noteHeadsUp(state, text)
  return notice(state, kind === 'failed' || kind === 'timed_out' ? 'bad' : 'quiet', text)
}

const answered = (state: ScreenState, { id, op, answer }: Event<'answered'>): ScreenState => {
  const recalled = state.recalling.find((each) => each.id === id)
  if (recalled !== undefined) {
    const without = { ...state, recalling: state.recalling.filter((each) => each !== recalled) }
    return answer.type === 'accepted' ? returned(without, recalled.text) : notice(without, 'quiet', answer.message)
  }
  if (answer.type === 'accepted') {
    // Its event tells the rest; an answer that says it is queued or held has no message of its own to wait for.
    return answer.outcome === 'started' && op !== 'user_input' && op !== 'run_user_shell_command'
      ? state
      : { ...state, sending: state.sending.filter((each) => each.id !== id) }
  }
  const unsent = state.sending.find((each) => each.id === id)
  const without = { ...state, sending: state.sending.filter((each) => each.id !== id) }
  return notice(unsent === undefined ? without : returned(without, unsent.text), 'bad', refusalText(answer, op))
}

/** What was typed and not accepted comes back to be sent again, in front of what is being written. */
const returned = (state: ScreenState, text: string): ScreenState => {
  const unsent = [
    ...(text === '' ? [] : [text]),
    ...(state.link.name === 'closed' ? state.sending.map((each) => each.text) : []),
  ]
  if (unsent.length === 0) return state
  const sending = state.link.name === 'closed' ? [] : state.sending
  const whole = [...unsent, ...(state.editor.text === '' ? [] : [state.editor.text])].join('\n')
  return { ...state, sending, editor: { ...editorWith(whole), chips: state.editor.chips } }
}

const refusalText = ({ code, message }: Rejected, op: string): string => {
  if (code === 'no_model') return `Not sent: ${message}`
  return op === 'user_turn' || op === 'user_input' ? `Not sent: ${message}` : message
}

const filesFound = (state: ScreenState, { query, paths }: Event<'files_found'>): ScreenState => {
  if (state.panel.kind !== 'files' || state.panel.query !== query) return state
  return { ...state, panel: { ...state.panel, found: paths, selected: 0 } }
}

const threadsListed = (state: ScreenState, { choices }: Event<'threads_listed'>): ScreenState =>
  choices.every(({ id }) => id === state.thread?.id)
    ? addCell(state, { kind: 'notice', tone: 'quiet', text: 'There is no other thread yet.' })
    : {
        ...state,
        panel: { kind: 'threads', choices, selected: choices.findIndex(({ id }) => id !== state.thread?.id) },
      }
