/** One attempt: the view that fits a number of tokens, with its summary written out. */
import { fence, summaryOpening } from '@rawr/prompts'
import type { HistoryItem, LineSources } from '@rawr/protocol'
import { coverage } from '../extract/coverage.ts'
import { cutLine } from '../extract/cut-line.ts'
import { keysOf } from '../extract/keys.ts'
import { quoteLines } from '../extract/quotes.ts'
import { fillState, stateSections } from '../extract/state.ts'
import { lineTokens, renderLine, type SummaryLine } from '../extract/summary-line.ts'
import type { Unit } from '../extract/units.ts'
import { type ChosenWords, chooseWords, cutWords, unseenWords } from '../extract/user-words.ts'
import { chooseTail, type Tail } from '../history/tail.ts'
import { keepsRole } from '../keep.ts'
import { estimateItem } from '../tokens/estimate.ts'
import { type MissingFact, missingFacts } from '../verify.ts'
import { idAt, type Prepared } from './prepared.ts'

/** How a budget is shared out; the shares are limits, and what one part leaves the next may use. */
export type Allowance = {
  /** Tokens of everything above the floor. */
  readonly tokens: number
  readonly tailShare: number
  readonly wordsShare: number
  readonly stateShare: number
  readonly maxTail: number
  readonly wordsMax: number
  /** `true` only where nobody waits for the live request to be carried out (offline). */
  readonly mayCutLive: boolean
  /** What is inserted beside the summary: pinned facts, the handoff. */
  readonly factTokens: number
}

export type Draft = {
  readonly tail: Tail
  readonly words: readonly ChosenWords[]
  readonly liveCut: string | null
  /** The summary as it is sent, and what each of its lines stands for. */
  readonly text: string
  readonly sources: readonly LineSources[]
  /** The lines of a model among them. */
  readonly narrative: readonly string[]
  /** What verification asks for and the view does not have. */
  readonly missing: readonly MissingFact[]
}

/** Boundary, opening and fence of the summary. */
const FRAME_TOKENS = 90

/** Below this a summary is not worth its frame. */
export const ROOM_TOKENS_MIN = 500

/** Of a live request that is cut, at most this share of the budget. */
const CUT_LIVE_SHARE = 0.4

/** What was done last in a turn that goes on may take this share, where the tail's is smaller. */
const NEWEST_SHARE = 0.35

export type NoRoom = { readonly noRoom: true; readonly fixedTokens: number }

export const compose = (prepared: Prepared, allowance: Allowance): Draft | NoRoom => {
  const { items, live, fixed, rates } = prepared
  const paid = new Set(fixed)
  if (live !== null) paid.add(live)
  const cost = (position: number): number => estimateItem(items[position] as HistoryItem, rates)
  const fixedItemTokens = fixed
    .filter((position) => position !== live)
    .reduce((sum, position) => sum + cost(position), 0)
  const liveItem = live === null ? undefined : items[live]
  const liveMax = allowance.mayCutLive ? allowance.tokens * CUT_LIVE_SHARE : Number.POSITIVE_INFINITY
  const isCut = live !== null && !fixed.includes(live) && cost(live) > liveMax
  const liveCut =
    isCut && liveItem?.type === 'message'
      ? cutWords({ item: liveItem, tokensMax: Math.floor(liveMax), state: 'live' })
      : null
  const liveTokens = live === null ? 0 : isCut ? liveMax : cost(live)
  const fixedTokens = FRAME_TOKENS + fixedItemTokens + liveTokens + allowance.factTokens
  const room = allowance.tokens - fixedTokens
  if (room < (allowance.mayCutLive ? 0 : ROOM_TOKENS_MIN)) return { noRoom: true, fixedTokens }
  const tail = chooseTail({
    items,
    groups: prepared.groups,
    isPaid: (position) => paid.has(position),
    isAside: (position) => prepared.aside.has(position),
    tokens: prepared.without.has('tail') ? 0 : room * allowance.tailShare,
    newestTokens: prepared.isLiveOpen ? room * NEWEST_SHARE : 0,
    maxItems: allowance.maxTail,
    rates,
  })
  // A live request that is cut may not come back whole with the tail.
  const start = liveCut === null || live === null ? tail.start : Math.max(tail.start, live + 1)
  return withSummary(prepared, allowance, { tail: { ...tail, start }, liveCut, room: room - tail.tokens, whole: room })
}

type Rest = { readonly tail: Tail; readonly liveCut: string | null; readonly room: number; readonly whole: number }

const withSummary = (prepared: Prepared, allowance: Allowance, { tail, liveCut, room, whole }: Rest): Draft => {
  const { items, live, fixed, rates, ledger } = prepared
  const kept = new Set([...fixed, ...(live === null ? [] : [live])])
  const candidates = prepared.words.filter((position) => position < tail.start && !kept.has(position))
  const words = chooseWords({
    items,
    candidates,
    tokens: prepared.without.has('words') ? 0 : Math.min(whole * allowance.wordsShare, room, allowance.wordsMax),
    rates,
  })
  for (const { position } of words) kept.add(position)
  const isShown = (position: number): boolean => position >= tail.start || kept.has(position)
  let left = room - words.reduce((sum, { tokens }) => sum + tokens, 0)

  const said = [...unseenWords(ledger.orders, isShown), ...lastAnswerLine(prepared, tail.start)]
  const sections = [
    { name: 'user messages', share: 0.3, isRequired: true, lines: said },
    ...stateSections(ledger, { isFolded: !prepared.without.has('folding') }),
  ]
  const state = fillState(sections, prepared.without.has('state') ? 0 : Math.min(whole * allowance.stateShare, left))
  left -= state.reduce((sum, line) => sum + lineTokens(line), 0)

  const told = narrativeLines(prepared, left * NARRATIVE_SHARE)
  left -= told.reduce((sum, line) => sum + lineTokens(line), 0)

  const quotes = fittingQuotes(prepared, {
    state,
    isShown: isLineShown({ tail, words, liveCut, live, isShown }),
    tokens: left,
  })
  const lines = [{ text: summaryOpening, ids: [] }, ...state, ...told, ...quotes]
  const summary = written(lines)
  const narrative = told.slice(1).map(({ text }) => text)
  return { tail, words, liveCut, narrative, ...summary, missing: missingFacts({ ledger, ...summary, isShown }) }
}

/** Of what facts and the user's words leave. */
const NARRATIVE_SHARE = 0.6

/** A model's words stand for the whole range they were written from (L13), and are marked as what they are. */
const narrativeLines = ({ narrative, items }: Prepared, tokens: number): readonly SummaryLine[] => {
  const [first, last] = [items[0], items.at(-1)]
  if (narrative.length === 0 || first === undefined || last === undefined) return []
  const lines: SummaryLine[] = [{ text: NARRATIVE_OPENING, ids: [...new Set([first.meta.id, last.meta.id])] }]
  let room = tokens - lineTokens({ text: NARRATIVE_OPENING, ids: [first.meta.id, last.meta.id] })
  for (const text of narrative) {
    room -= lineTokens({ text, ids: [] })
    if (room < 0) break
    lines.push({ text, ids: [] })
  }
  return lines.length === 1 ? [] : lines
}

const NARRATIVE_OPENING = 'A model wrote the following lines about the items from the first id to the last one:'

type QuoteRoom = {
  readonly state: readonly SummaryLine[]
  readonly isShown: (unit: Unit) => boolean
  readonly tokens: number
}

type InView = Pick<Draft, 'tail' | 'words' | 'liveCut'> & {
  readonly live: number | null
  readonly isShown: (position: number) => boolean
}

/** What stays with its middle left out shows only the lines that are left. */
const isLineShown = ({ tail, words, liveCut, live, isShown }: InView): ((unit: Unit) => boolean) => {
  const cuts = new Map(tail.trimmed)
  for (const word of words) if (word.kind === 'cut') cuts.set(word.position, word.text)
  if (live !== null && liveCut !== null) cuts.set(live, liveCut)
  let at = -1
  let cut: string | undefined
  let isWhole = false
  // Lines come item by item.
  return ({ position, text }) => {
    if (position !== at) {
      at = position
      cut = cuts.get(position)
      isWhole = isShown(position)
    }
    return cut?.includes(text) ?? isWhole
  }
}

const fittingQuotes = (prepared: Prepared, { state, isShown, tokens }: QuoteRoom): readonly SummaryLine[] => {
  const { items, units, ledger } = prepared
  const listed = new Set(state.flatMap(({ text }) => keysOf(text).map(({ key }) => key)))
  const offered: Unit[] = []
  const shownUnits: Unit[] = []
  for (const unit of units) {
    if (isShown(unit)) shownUnits.push(unit)
    else if (keepsRole(prepared.keep.roles, unit)) offered.push(unit)
  }
  const chosen = coverage({
    ...prepared,
    units: offered,
    shownUnits,
    listed,
    tokens: prepared.without.has('coverage') ? 0 : tokens,
  })
  const lines = quoteLines({
    units: chosen,
    idAt: (position) => idAt(items, position),
    endingAt: (position) => {
      const item = items[position]
      const outcome = item !== undefined && 'call_id' in item ? ledger.outcomes.get(item.call_id) : undefined
      return outcome === 'failed' ? ' → failed' : ''
    },
  })
  return withinTokens(lines, tokens)
}

/** The estimate of a joined line differs a little from the sum of its parts: the oldest lines give way. */
const withinTokens = (lines: readonly SummaryLine[], tokens: number): readonly SummaryLine[] => {
  let room = tokens
  const first = lines.findLastIndex((line) => {
    room -= lineTokens(line)
    return room < 0
  })
  return lines.slice(first + 1)
}

const ANSWER_CHARS_MAX = 300

/** Where the agent stood, if its last words are not in the tail. */
const lastAnswerLine = ({ ledger }: Prepared, tailStart: number): readonly SummaryLine[] => {
  const answer = ledger.lastAnswer
  if (answer === null || answer.at >= tailStart) return []
  return [
    {
      text: `agent last said: ${cutLine(answer.text.replaceAll(/\s+/g, ' ').trim(), ANSWER_CHARS_MAX)}`,
      ids: [answer.id],
    },
  ]
}

/** The fence is the first and the last line. */
const written = (lines: readonly SummaryLine[]): Pick<Draft, 'text' | 'sources'> => ({
  text: fence({ tag: 'summary', text: lines.map(renderLine).join('\n') }),
  sources: lines.flatMap(({ ids }, index) => (ids.length === 0 ? [] : [{ line: index + 1, ids: [...ids] }])),
})
