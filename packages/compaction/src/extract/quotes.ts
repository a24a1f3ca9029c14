/** Chosen lines as lines of the summary: quotes from one item share a line and its pointer. */
import type { ItemId } from '@rawr/protocol'
import { LINE_CHARS_MAX } from './cut-line.ts'
import type { Voice } from './read-lines.ts'
import type { SummaryLine } from './summary-line.ts'
import type { Unit } from './units.ts'

/** Who speaks. Tool text is always marked as a quote, so that it cannot pass for anything else. */
const MARK: Readonly<Record<Voice, string>> = {
  user: 'user: ',
  assistant: 'agent: ',
  call: '',
  edit: '+ ',
  result: '> ',
}

const SEPARATOR = ' ¦ '

/** Room for the pointer at the end. */
const POINTER_CHARS = 24

export type QuoteInput = {
  /** In log order. */
  readonly units: readonly Unit[]
  readonly idAt: (position: number) => ItemId
  /** Said behind a call: how it ended, where that matters. */
  readonly endingAt: (position: number) => string
}

export const quoteLines = ({ units, idAt, endingAt }: QuoteInput): readonly SummaryLine[] => {
  const lines: SummaryLine[] = []
  let open: { readonly unit: Unit; text: string } | null = null
  const close = (): void => {
    if (open === null) return
    const { unit, text } = open
    lines.push({ text: unit.voice === 'call' ? `${text}${endingAt(unit.position)}` : text, ids: [idAt(unit.position)] })
    open = null
  }
  for (const unit of units) {
    const joined: string | null =
      open !== null && belongs(open.unit, unit) ? `${open.text}${SEPARATOR}${unit.text}` : null
    if (open !== null && joined !== null && joined.length + POINTER_CHARS <= LINE_CHARS_MAX) open.text = joined
    else {
      close()
      open = { unit, text: `${MARK[unit.voice]}${unit.subject === null ? '' : `${unit.subject}: `}${unit.text}` }
    }
  }
  close()
  return lines
}

const belongs = (a: Unit, b: Unit): boolean =>
  a.position === b.position && a.voice === b.voice && a.subject === b.subject
