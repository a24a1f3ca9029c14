/** The status line: model, folder, gauge with the tiers, tokens to the next trigger, watcher, queue, link. Narrow screens keep the first. */
import { effectivePolicy, gaugeState, pickTier } from '@rawr/policy'
import type { ContextUsage, Settings } from '@rawr/protocol'
import { nextTrigger, percentText, tierMarks, tokensText, usageText } from '../store/figures.ts'
import type { ScreenState } from '../store/state.ts'
import { cleanLine } from '../text/clean.ts'
import { type Row, type Span, span, type Tone } from '../text/row.ts'
import { fitText } from '../text/width.ts'
import { fitRow, rowWidth } from '../text/wrap.ts'
import { NO_LINK_YET } from './first-frame.ts'

/** A part of the line, and how early it goes when room is short: the highest goes first. */
type Part = { readonly spans: Row; readonly rank: number }

const SEPARATOR: Span = span(' · ', 'dim')

export const statusRow = (state: ScreenState): Row => {
  const { columns } = state.size
  let parts = partsOf(state)
  while (rowWidth(joined(parts)) > columns && parts.length > 1) {
    const last = Math.max(...parts.map(({ rank }) => rank))
    parts = parts.filter(({ rank }) => rank !== last)
  }
  return fitRow(joined(parts), columns)
}

const joined = (parts: readonly Part[]): Row =>
  parts.flatMap(({ spans }, index) => (index === 0 ? spans : [SEPARATOR, ...spans]))

const partsOf = (state: ScreenState): Part[] => {
  const { thread, usage, size } = state
  const wide = size.columns >= GAUGE_FROM_COLUMNS
  const part = (rank: number, ...spans: readonly Span[]): Part[] => [{ rank, spans }]
  return [
    ...linkParts(state),
    ...(thread === null ? [] : part(5, span(fitText(cleanLine(thread.model ?? 'no model'), 24), 'bold'))),
    ...(thread === null ? [] : part(9, span(folderName(thread.cwd)))),
    ...(usage === null || thread === null || !wide ? [] : part(6, ...gauge(usage, thread.settings))),
    ...usageParts(state),
    ...watcherParts(state),
    ...(state.queue.length === 0 ? [] : part(3, span(`${state.queue.length} queued`, 'accent'))),
    ...(state.held.length === 0 ? [] : part(2, span(`${state.held.length} held`, 'warn'))),
    ...(state.marks.length === 0 ? [] : part(8, span(`${state.marks.length}◆`, 'dim'))),
    ...roleParts(state),
  ]
}

const GAUGE_FROM_COLUMNS = 60

const linkParts = ({ link, now }: ScreenState): Part[] => {
  if (link.name === 'ready') return []
  if (link.name === 'connecting') return [{ rank: 0, spans: [NO_LINK_YET] }]
  if (link.name === 'closed') return [{ rank: 0, spans: [span('no daemon', 'bad')] }]
  const seconds = Math.max(0, Math.ceil((link.retryAt - now) / 1_000))
  return [{ rank: 0, spans: [span(seconds > 0 ? `reconnecting in ${seconds} s` : 'reconnecting…', 'warn')] }]
}

const usageParts = ({ usage, thread, size }: ScreenState): Part[] => {
  if (usage === null || thread === null) return []
  const tone = toneOf(usage, thread.settings)
  const wide = size.columns >= GAUGE_FROM_COLUMNS
  const figures: Part = { rank: 1, spans: [span(wide ? usageText(usage) : percentText(usage), tone)] }
  const next = nextTrigger(usage, thread.settings)
  if (next === null) return [figures]
  // Inside a tier the next boundary is enough; the one behind it comes by itself.
  const now = pickTier(usage, effectivePolicy({ settings: thread.settings.rawr_auto_compaction }))
  const text = `${now === null ? '' : `${now}, `}${next.tier} in ${tokensText(next.tokens, usage.source)}`
  return [figures, { rank: 7, spans: [span(text, 'dim')] }]
}

const toneOf = (usage: ContextUsage, { compact }: Settings): Tone => {
  const state = gaugeState({ settings: compact, windowTokens: usage.window_tokens }, usage.used_tokens)
  return state === 'error' ? 'bad' : state === 'warning' ? 'warn' : 'plain'
}

const WATCHER: Readonly<Record<string, string>> = {
  deferred: 'compacts before your next message',
  awaiting_judgment: 'asks whether to compact',
  awaiting_scratch_write: 'scratch file',
  awaiting_packet: 'packet',
  compacting: 'compacting, Esc cancels',
}

const watcherParts = ({ watching }: ScreenState): Part[] =>
  watching === 'idle' ? [] : [{ rank: 4, spans: [span(WATCHER[watching] ?? watching, 'warn')] }]

const roleParts = ({ clients, me }: ScreenState): Part[] => {
  if (clients.length < 2) return []
  const own = clients.find(({ clientId }) => clientId === me)
  return [{ rank: 4, spans: [span(`${own?.isDriver === true ? 'driver' : 'viewer'} of ${clients.length}`, 'accent')] }]
}

const folderName = (cwd: string): string => fitText(cleanLine(cwd.split('/').filter(Boolean).at(-1) ?? '/'), 24)

const GAUGE_COLUMNS = 20

/** What is used, from the left; a tier is a mark where it begins. */
const gauge = (usage: ContextUsage, settings: Settings): Row => {
  const used = Math.round(((100 - usage.percent_remaining) / 100) * GAUGE_COLUMNS)
  const marks = new Set(
    tierMarks(settings).map(({ percentRemaining }) => Math.floor(((100 - percentRemaining) / 100) * GAUGE_COLUMNS)),
  )
  const tone = toneOf(usage, settings)
  return Array.from({ length: GAUGE_COLUMNS }, (_, column): Span => {
    const isUsed = column < used
    if (marks.has(column)) return span(isUsed ? '▓' : '┃', isUsed ? tone : 'warn')
    return isUsed ? span('█', tone === 'plain' ? 'accent' : tone) : span('░', 'dim')
  }).reduce<Span[]>((spans, each) => {
    const last = spans.at(-1)
    if (last?.tone === each.tone) spans[spans.length - 1] = span(last.text + each.text, each.tone)
    else spans.push(each)
    return spans
  }, [])
}
