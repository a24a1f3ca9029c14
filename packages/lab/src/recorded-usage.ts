/**
 * How full the window was when the recording ended: the last report after the newest compaction, plus an estimate of what
 * came since. What a report holds beyond the file (instructions, tool schemas) is the floor; the smallest such rest of
 * all reports is taken, as estimates of long histories err by more than a floor is large.
 */
import { applyLine, type History, historyFromLines, visibleTokens } from '@rawr/compaction'
import { contextUsage } from '@rawr/policy'
import type { ContextUsage } from '@rawr/protocol'
import type { ImportedSession, UsageReport } from './import/session.ts'

/** Where nobody says how large the window was. */
export const WINDOW_TOKENS_DEFAULT = 200_000

export type RecordedState = { readonly history: History; readonly usage: ContextUsage }

export const recordedState = (session: ImportedSession, windowTokens: number): RecordedState => {
  const reports = [...session.usage].sort((a, b) => a.lines - b.lines)
  let history = historyFromLines([])
  let floor: number | null = null
  let last: { readonly report: UsageReport; readonly seen: number } | null = null
  let next = 0
  const takeReports = (lines: number): void => {
    for (let report = reports[next]; report !== undefined && report.lines <= lines; report = reports[next]) {
      const seen = visibleTokens(history)
      last = { report, seen }
      if (report.source === 'reported') floor = Math.max(0, Math.min(floor ?? Infinity, report.contextTokens - seen))
      next += 1
    }
  }
  for (const [index, line] of session.lines.entries()) {
    takeReports(index)
    // What was reported of the context before a compaction says nothing about the one after it.
    if (line.type === 'compacted' || line.type === 'undo' || line.type === 'redo' || line.type === 'rollback')
      last = null
    history = applyLine(history, line)
  }
  takeReports(session.lines.length)
  return { history, usage: usageNow({ seen: visibleTokens(history), last, floorTokens: floor ?? 0, windowTokens }) }
}

type Now = {
  readonly seen: number
  readonly last: { readonly report: UsageReport; readonly seen: number } | null
  readonly floorTokens: number
  readonly windowTokens: number
}

const usageNow = ({ seen, last, floorTokens, windowTokens }: Now): ContextUsage => {
  const usedTokens = last === null ? floorTokens + seen : last.report.contextTokens + Math.max(0, seen - last.seen)
  const source = last === null ? 'divisors' : last.report.source
  return contextUsage({ usedTokens, floorTokens: Math.min(floorTokens, usedTokens), windowTokens, source })
}
