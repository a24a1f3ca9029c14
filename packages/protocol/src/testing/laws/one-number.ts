/**
 * L11: every place that shows a token figure for one moment shows the same one; an estimate is marked with `~`; the one
 * percentage follows from the figures beside it.
 */
import type { CompactionReport } from '../../compaction.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { ContextUsage } from '../../token-usage.ts'
import type { Breach } from './breach.ts'

type Shown = { readonly what: string; readonly tokens: number; readonly isEstimate: boolean | null }

type Written = { readonly before: number; readonly after: number; readonly report: CompactionReport | undefined }

export const checkOneNumber = (lines: readonly RolloutLine[]): Breach[] => {
  const breaches: Breach[] = []
  const written = new Map<string, Written>()
  const told = new Set<string>()
  /** What was last shown of the context as it is now. */
  let shown: Shown | null = null
  let lastWritten: Written | null = null
  for (const [index, line] of lines.entries()) {
    const report = (message: string) => breaches.push({ law: 'L11', at: `line ${index}`, message })
    const show = (next: Shown): void => {
      if (shown !== null && shown.tokens !== next.tokens)
        report(`${next.what} says ${next.tokens} tokens where ${shown.what} says ${shown.tokens}`)
      if (shown !== null && next.isEstimate === false && shown.isEstimate === true)
        report(`${next.what} shows as exact what ${shown.what} shows as an estimate`)
      shown = next
    }
    if (changesView(line)) shown = null
    if (line.type === 'compacted') {
      const { id, tokens_before: before, tokens_after: after, report: figures, view } = line.payload
      lastWritten = { before, after, report: figures }
      written.set(id, lastWritten)
      if (figures !== undefined && (figures.tokens_before !== before || figures.tokens_after !== after))
        report(
          `the report of ${id} says ${figures.tokens_before} → ${figures.tokens_after}, its line ${before} → ${after}`,
        )
      shown = { what: `compaction ${id}`, tokens: after, isEstimate: isEstimate(figures) }
      for (const entry of view.entries)
        if (entry.kind === 'insert' && entry.item.type === 'compact_boundary')
          for (const problem of boundaryProblems(entry.item, { before, report: figures })) report(problem)
    }
    if (line.type !== 'event_msg') continue
    const { msg } = line.payload
    switch (msg.type) {
      case 'token_count': {
        for (const problem of usageProblems(msg.usage)) report(problem)
        // A report of the provider corrects what was an estimate.
        if (msg.last !== undefined) shown = null
        told.add(figuresOf(msg.usage))
        show({ what: 'token_count', tokens: msg.usage.used_tokens, isEstimate: msg.usage.source === 'divisors' })
        break
      }
      case 'compaction_started':
        show({ what: 'compaction_started', tokens: msg.tokens_before, isEstimate: null })
        break
      case 'context_compacted': {
        const line = written.get(msg.compaction_id)
        const { tokens_before, tokens_after } = msg.report
        if (line !== undefined && (line.before !== tokens_before || line.after !== tokens_after))
          report(`context_compacted says ${tokens_before} → ${tokens_after}, the log ${line.before} → ${line.after}`)
        for (const problem of completionProblems(msg.message, msg.report)) report(problem)
        break
      }
      case 'compact_completed':
        if (
          lastWritten !== null &&
          (msg.pre_compact_tokens !== lastWritten.before || msg.post_compact_tokens !== lastWritten.after)
        )
          report(
            `compact_completed says ${msg.pre_compact_tokens} → ${msg.post_compact_tokens}, the log ${lastWritten.before} → ${lastWritten.after}`,
          )
        break
      case 'decision_recorded':
        for (const { usage } of [
          msg.record.inputs,
          ...(msg.record.last_inputs === undefined ? [] : [msg.record.last_inputs]),
        ]) {
          for (const problem of usageProblems(usage)) report(problem)
          if (msg.record.actor === 'watcher' && told.size > 0 && !told.has(figuresOf(usage)))
            report(
              `a decision was made from ${usage.used_tokens} of ${usage.effective_tokens} tokens, which was never shown`,
            )
        }
        break
      default:
    }
  }
  return breaches
}

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
  return tokens < 10_000 ? `${Number((tokens / 1_000).toFixed(1))}k` : `${(tokens / 1_000).toFixed(0)}k`
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
