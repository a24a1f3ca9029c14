/** What a compaction tells while it runs, the lasting mark it leaves, and its undoing. */
import { assertNever, type CompactionId, type EventMsg, type UnixMillis } from '@rawr/protocol'
import { notice } from './add-cell.ts'
import type { Cell } from './cell.ts'
import { begin, drop, finish } from './live.ts'
import type { ScreenState } from './state.ts'

type Msg<Type extends EventMsg['type']> = Extract<EventMsg, { type: Type }>

export type CompactionMsg = Msg<
  | 'compaction_started'
  | 'compaction_progress'
  | 'context_compacted'
  | 'compact_failed'
  | 'compact_threshold_exceeded'
  | 'compaction_undone'
  | 'compaction_redone'
>

export const readCompaction = (state: ScreenState, msg: CompactionMsg, at: UnixMillis): ScreenState => {
  switch (msg.type) {
    case 'compaction_started': {
      const what = { kind: 'compaction', trigger: msg.trigger, step: null } as const
      return { ...state, live: begin(state.live, { id: msg.compaction_id, what, at }) }
    }
    case 'compaction_progress':
      return stepShown(state, msg)
    case 'context_compacted': {
      const number = state.marks.length + 1
      const cell: Cell = { kind: 'mark', number, report: msg.report, message: msg.message }
      const marks = [...state.marks, { number, id: msg.compaction_id, report: msg.report, isUndone: false }]
      return { ...state, marks, live: finish(state.live, msg.compaction_id, cell) }
    }
    case 'compact_failed': {
      const live = msg.compaction_id === undefined ? state.live : drop(state.live, msg.compaction_id)
      if (msg.reason === 'no_gain')
        return notice({ ...state, live }, 'quiet', `Nothing was compacted. ${msg.error_message ?? NO_GAIN}`)
      const text = `Compaction failed (${msg.reason.replaceAll('_', ' ')}); the conversation is as it was.`
      return notice({ ...state, live }, 'bad', msg.error_message === undefined ? text : `${text} ${msg.error_message}`)
    }
    case 'compact_threshold_exceeded': {
      const held = msg.held_by.map(({ what }) => what).join(', ')
      return notice(state, 'bad', `Too little room is left. What holds it: ${held}.`)
    }
    case 'compaction_undone':
      return notice(
        withUndone(state, msg.compaction_id, true),
        'good',
        `Compaction undone: the originals are visible again (${msg.compaction_id}). /recompact takes it back.`,
      )
    case 'compaction_redone':
      return notice(
        withUndone(state, msg.compaction_id, false),
        'good',
        `Compaction ${msg.compaction_id} counts again.`,
      )
    default:
      return assertNever(msg)
  }
}

const NO_GAIN = 'It would free too little.'

const withUndone = (state: ScreenState, id: CompactionId, isUndone: boolean): ScreenState => ({
  ...state,
  marks: state.marks.map((mark) => (mark.id === id ? { ...mark, isUndone } : mark)),
})

const stepShown = (state: ScreenState, msg: Msg<'compaction_progress'>): ScreenState => ({
  ...state,
  live: state.live.map((cell) =>
    cell.kind === 'running' && cell.id === msg.compaction_id && cell.what.kind === 'compaction'
      ? { ...cell, what: { ...cell.what, step: msg.step } }
      : cell,
  ),
})
