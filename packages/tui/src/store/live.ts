/**
 * The cells that still change, in the order in which they began. What is final leaves from the front only, so that the
 * scrollback keeps that order; of a streaming message each finished block leaves as soon as it is one.
 */
import type { ItemId } from '@rawr/protocol'
import { CUT_START, stableCut } from '../text/stable-cut.ts'
import type { Cell, LiveCell, Running } from './cell.ts'

export type Stream = 'message' | 'thinking'

type Text = { readonly kind: Stream; readonly id: ItemId }

/** A piece of a message; one that is already there is not taken twice. */
export const addDelta = (
  live: readonly LiveCell[],
  { kind, id, offset, text }: Text & { readonly offset: number; readonly text: string },
): readonly LiveCell[] => {
  const known = live.find((cell) => isText(cell) && cell.id === id)
  if (known === undefined || !isText(known)) return [...live, newText({ kind, id }, text)]
  if (offset + text.length <= known.text.length) return live
  return replace(live, known, { ...known, text: known.text.slice(0, offset) + text })
}

/** The whole text so far; what is in the scrollback stays there. */
export const setText = (live: readonly LiveCell[], about: Text, text: string): readonly LiveCell[] => {
  const known = live.find((cell) => isText(cell) && cell.id === about.id)
  return known === undefined ? [...live, newText(about, text)] : replace(live, known, { ...known, text } as LiveCell)
}

/** A message is whole: what of it was not printed yet is. */
export const finishText = (live: readonly LiveCell[], about: Text, text: string): readonly LiveCell[] => {
  const known = live.find((cell) => isText(cell) && cell.id === about.id)
  const before = known !== undefined && isText(known) ? known : newText(about, text)
  const cell = lastPiece({ ...before, kind: about.kind, text })
  if (known === undefined) return cell === null ? live : [...live, { kind: 'done', id: about.id, cell }]
  return cell === null
    ? live.filter((each) => each !== known)
    : replace(live, known, { kind: 'done', id: about.id, cell })
}

type Begun = { readonly id: string; readonly what: Running; readonly at: number }

export const begin = (live: readonly LiveCell[], { id, what, at }: Begun): readonly LiveCell[] => [
  ...live,
  { kind: 'running', id, what, output: '', startedAt: at },
]

/** What a command said last is all that is shown while it runs. */
const OUTPUT_SHOWN_MAX = 4_000

export const addOutput = (live: readonly LiveCell[], id: string, text: string): readonly LiveCell[] => {
  const known = live.find((cell) => cell.kind === 'running' && cell.id === id)
  if (known?.kind !== 'running') return live
  return replace(live, known, { ...known, output: (known.output + text).slice(-OUTPUT_SHOWN_MAX) })
}

/** Ends what runs under this id, or adds the end where the beginning was never seen. */
export const finish = (live: readonly LiveCell[], id: string, cell: Cell): readonly LiveCell[] => {
  const known = live.find((each) => each.kind === 'running' && each.id === id)
  const done: LiveCell = { kind: 'done', id, cell }
  return known === undefined ? [...live, done] : replace(live, known, done)
}

/** Takes away what runs under this id without a trace. */
export const drop = (live: readonly LiveCell[], id: string): readonly LiveCell[] =>
  live.filter((each) => !(each.kind === 'running' && each.id === id))

/** A turn is over: nothing of it runs any more, whether its end was told or not. */
export const finishAll = (live: readonly LiveCell[]): readonly LiveCell[] =>
  live.flatMap((each): LiveCell[] => {
    if (each.kind === 'running') return []
    if (each.kind === 'done') return [each]
    const cell = lastPiece(each)
    return cell === null ? [] : [{ kind: 'done', id: each.id, cell }]
  })

export type Drained = { readonly live: readonly LiveCell[]; readonly cells: readonly Cell[] }

/** What may be printed now. */
export const drainLive = (live: readonly LiveCell[]): Drained => {
  const cells: Cell[] = []
  let index = 0
  for (; index < live.length; index += 1) {
    const front = live[index]
    if (front?.kind !== 'done') break
    cells.push(front.cell)
  }
  const front = live[index]
  if (front?.kind !== 'message') return { live: index === 0 ? live : live.slice(index), cells }
  const cut = stableCut(front.text, { at: front.printed, fence: front.fence })
  if (cut.at === front.printed) return { live: index === 0 ? live : live.slice(index), cells }
  cells.push(agentPiece(front, front.text.slice(front.printed, cut.at - 1)))
  return { live: [{ ...front, printed: cut.at, fence: cut.fence }, ...live.slice(index + 1)], cells }
}

type TextCell = Extract<LiveCell, { kind: Stream }>

const isText = (cell: LiveCell): cell is TextCell => cell.kind === 'message' || cell.kind === 'thinking'

const newText = ({ kind, id }: Text, text: string): TextCell => ({
  kind,
  id,
  text,
  printed: CUT_START.at,
  fence: CUT_START.fence,
})

const lastPiece = (cell: TextCell): Cell | null => {
  const rest = cell.text.slice(cell.printed)
  if (rest.trim() === '') return null
  return cell.kind === 'thinking' ? { kind: 'reasoning', text: cell.text } : agentPiece(cell, rest.trimEnd())
}

const agentPiece = ({ printed, fence }: TextCell, text: string): Cell => ({
  kind: 'agent',
  text,
  isFirst: printed === 0,
  fence,
})

const replace = (live: readonly LiveCell[], old: LiveCell, by: LiveCell): readonly LiveCell[] =>
  live.map((each) => (each === old ? by : each))
