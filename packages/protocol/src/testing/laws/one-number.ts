/**
 * L11: every place that shows a token figure for one moment shows the same one; an estimate is marked with `~`; the one
 * percentage follows from the figures beside it.
 */
import type { CompactionReport } from '../../compaction.ts'
import type { DecisionRecord } from '../../decision-record.ts'
import type { EventMsg } from '../../event-msg.ts'
import type { Compacted, RolloutLine } from '../../rollout-item.ts'
import type { ContextUsage } from '../../token-usage.ts'
import type { Breach } from './breach.ts'

type Shown = { readonly what: string; readonly tokens: number; readonly isEstimate: boolean | null }

type Written = { readonly before: number; readonly after: number; readonly report: CompactionReport | undefined }

export const checkOneNumber = (lines: readonly RolloutLine[]): Breach[] => {
  const figures = new Figures()
  return lines.flatMap((line, index) =>
    figures.take(line).map((message): Breach => ({ law: 'L11', at: `line ${index}`, message })),
  )
}

/** What was shown so far. */
class Figures {
  readonly #written = new Map<string, Written>()
  readonly #told = new Set<string>()
  #lastWritten: Written | null = null
  /** What was last shown of the context as it is now. */
  #shown: Shown | null = null

  /** What is wrong with this line. */
  take(line: RolloutLine): readonly string[] {
    if (changesView(line)) this.#shown = null
    if (line.type === 'compacted') return this.#takeWritten(line.payload)
    return line.type === 'event_msg' ? this.#takeEvent(line.payload.msg) : []
  }

  #takeWritten({ id, tokens_before: before, tokens_after: after, report, view }: Compacted): readonly string[] {
    const written = { before, after, report }
    this.#lastWritten = written
    this.#written.set(id, written)
    this.#shown = { what: `compaction ${id}`, tokens: after, isEstimate: isEstimate(report) }
    const isSame = report === undefined || (report.tokens_before === before && report.tokens_after === after)
    return [
      ...(isSame
        ? []
        : [`the report of ${id} says ${report.tokens_before} → ${report.tokens_after}, its line ${before} → ${after}`]),
      ...view.entries.flatMap((entry) =>
        // A view that only clears results keeps the boundary of the compaction before.
        entry.kind === 'insert' && entry.item.type === 'compact_boundary' && entry.item.compaction_id === id
          ? boundaryProblems(entry.item, { before, report })
          : [],
      ),
    ]
  }

  #takeEvent(msg: EventMsg): readonly string[] {
    if (msg.type === 'token_count') {
      // A report of the provider corrects what was an estimate.
      if (msg.last !== undefined) this.#shown = null
      this.#told.add(figuresOf(msg.usage))
      const { used_tokens: tokens, source } = msg.usage
      return [
        ...usageProblems(msg.usage),
        ...this.#show({ what: 'token_count', tokens, isEstimate: source === 'divisors' }),
      ]
    }
    if (msg.type === 'compaction_started')
      return this.#show({ what: 'compaction_started', tokens: msg.tokens_before, isEstimate: null })
    if (msg.type === 'context_compacted')
      return [
        ...differences(
          'context_compacted',
          [msg.report.tokens_before, msg.report.tokens_after],
          this.#written.get(msg.compaction_id),
        ),
        ...completionProblems(msg.message, msg.report),
      ]
    if (msg.type === 'compact_completed')
      return differences('compact_completed', [msg.pre_compact_tokens, msg.post_compact_tokens], this.#lastWritten)
    return msg.type === 'decision_recorded' ? this.#takeDecision(msg.record) : []
  }

  #takeDecision({ actor, inputs, last_inputs }: DecisionRecord): readonly string[] {
    const isKnown = (usage: ContextUsage): boolean =>
      actor !== 'watcher' || this.#told.size === 0 || this.#told.has(figuresOf(usage))
    return [inputs, ...(last_inputs === undefined ? [] : [last_inputs])].flatMap(({ usage }) => [
      ...usageProblems(usage),
      ...(isKnown(usage)
        ? []
        : [`a decision was made from ${usage.used_tokens} of ${usage.effective_tokens} tokens, which was never shown`]),
    ])
  }

  #show(next: Shown): readonly string[] {
    const shown = this.#shown
    this.#shown = next
    if (shown === null) return []
    return [
      ...(shown.tokens === next.tokens
        ? []
        : [`${next.what} says ${next.tokens} tokens where ${shown.what} says ${shown.tokens}`]),
      ...(next.isEstimate === false && shown.isEstimate === true
        ? [`${next.what} shows as exact what ${shown.what} shows as an estimate`]
        : []),
    ]
  }
}

const differences = (
  what: string,
  [before, after]: readonly [number, number],
  known: Written | null | undefined,
): readonly string[] =>
  known === null || known === undefined || (known.before === before && known.after === after)
    ? []
    : [`${what} says ${before} → ${after}, the log ${known.before} → ${known.after}`]

/** After such a line the context is another one, or its measure is. */
const changesView = ({ type }: RolloutLine): boolean =>
  type === 'response_item' ||
  type === 'undo' ||
  type === 'redo' ||
  type === 'rollback' ||
  type === 'pins' ||
  type === 'turn_context' ||
  type === 'session_meta'

const isEstimate = (report: CompactionReport | undefined): boolean | null =>
  report === undefined ? null : report.estimate === 'divisors'

const figuresOf = ({
  used_tokens,
  floor_tokens,
  window_tokens,
  effective_tokens,
  percent_remaining,
}: ContextUsage): string => [used_tokens, floor_tokens, window_tokens, effective_tokens, percent_remaining].join('/')

const usageProblems = (usage: ContextUsage): readonly string[] => {
  const { used_tokens: used, window_tokens: window, effective_tokens: effective, percent_remaining: percent } = usage
  const share = effective <= 0 ? 0 : Math.floor((100 * (effective - used)) / effective)
  const expected = Math.min(100, Math.max(0, share))
  return [
    ...(percent === expected
      ? []
      : [`${percent} % is shown for ${used} of ${effective} tokens, which is ${expected} %`]),
    ...(effective <= Math.floor(window * 0.95)
      ? []
      : [`${effective} tokens are called usable of a window of ${window}`]),
  ]
}

const COMPLETION =
  /^Compaction complete: (~?)([\d.]+k?) → (~?)([\d.]+k?) tokens; kept ([\d,]+)(?:; cleared ([\d,]+))?; archived ([\d,]+); headroom (-?[\d,]+)/

const completionProblems = (text: string, report: CompactionReport): readonly string[] => {
  const parts = COMPLETION.exec(text)
  if (parts === null) return [`the completion line cannot be read: ${JSON.stringify(text.slice(0, 60))}`]
  const [, markBefore, before, markAfter, after, kept, cleared = '0', archived, headroom] = parts
  const mark = report.estimate === 'divisors' ? '~' : ''
  const pairs: readonly (readonly [string, string | undefined, string])[] = [
    ['the mark of the first figure', markBefore, mark],
    ['the mark of the second figure', markAfter, mark],
    ['tokens before', before, shortened(report.tokens_before)],
    ['tokens after', after, shortened(report.tokens_after)],
    ['kept', kept?.replaceAll(',', ''), String(report.kept)],
    ['cleared', cleared.replaceAll(',', ''), String(report.cleared)],
    ['archived', archived?.replaceAll(',', ''), String(report.archived)],
    ['headroom', headroom?.replaceAll(',', ''), String(report.headroom)],
  ]
  return pairs.flatMap(([what, said, known]) =>
    said === known
      ? []
      : [`the completion line says ${JSON.stringify(said)} for ${what}, the report ${JSON.stringify(known)}`],
  )
}

/** 987, 4.2k, 42k. */
const shortened = (tokens: number): string => {
  if (tokens < 1_000) return String(tokens)
  const unit = tokens < 10_000 ? 100 : 1_000
  // Halves go up.
  return `${(Math.floor((2 * tokens + unit) / (2 * unit)) * unit) / 1_000}k`
}

type Boundary = { readonly text: string; readonly tokens_before: number }

const boundaryProblems = (
  boundary: Boundary,
  { before, report }: Pick<Written, 'before' | 'report'>,
): readonly string[] => {
  const [, mark = '', figure = ''] = /(~?)(\d[\d,]*) tokens/.exec(boundary.text) ?? []
  const isMarked = mark === '~'
  return [
    ...(boundary.tokens_before === before
      ? []
      : [`the boundary says ${boundary.tokens_before} tokens, its compaction ${before}`]),
    ...(figure.replaceAll(',', '') === String(before)
      ? []
      : [`the boundary shows ${figure} tokens, its compaction ${before}`]),
    ...(report === undefined || isMarked === (report.estimate === 'divisors')
      ? []
      : ['the boundary marks its figure otherwise than the report']),
  ]
}
