/** Puts a cell behind everything that is on the screen already. */
import type { Cell, NoticeTone } from './cell.ts'
import type { ScreenState } from './state.ts'

/** Behind everything that still runs, so that the order on the screen is the order in which things were told. */
export const addCell = (state: ScreenState, cell: Cell): ScreenState =>
  state.live.length === 0
    ? { ...state, outbox: [...state.outbox, cell] }
    : { ...state, live: [...state.live, { kind: 'done', id: '', cell }] }

export const notice = (state: ScreenState, tone: NoticeTone, text: string): ScreenState =>
  addCell(state, { kind: 'notice', tone, text })

/** The wire and the own watcher tell of the same sequence; one line is enough. */
export const noteHeadsUp = (state: ScreenState, text: string): ScreenState =>
  state.headsUp === text ? state : { ...notice(state, 'headsUp', text), headsUp: text }
