/**
 * How full the window was when the recording ended: the last report after the newest compaction, plus an estimate of what
 * came since. What a report holds beyond the file (instructions, tool schemas) is the floor. Estimates of long histories
 * err by more than a floor is large, so only the reports with the least in view are asked, and the smallest answer counts:
 * a file may begin in the middle of a session, with a context that it does not hold.
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
  const rests: Rest[] = []
  let last: { readonly report: UsageReport; readonly seen: number } | null = null
  let next = 0
  const takeReports = (lines: number): void => {
    for (let report = reports[next]; report !== undefined && report.lines <= lines; report = reports[next]) {
      const seen = visibleTokens(history)
      last = { report, seen }
      if (report.source === 'reported') rests.push({ seen, tokens: Math.max(0, report.contextTokens - seen) })
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
  return { history, usage: usageNow({ seen: visibleTokens(history), last, floorTokens: floorOf(rests), windowTokens }) }
}

/** What of a report no item in view explains. */
type Rest = { readonly seen: number; readonly tokens: number }

/** Which share of the reports is asked, those with the least in view. */
const ASKED_SHARE = 0.25

const floorOf = (rests: readonly Rest[]): number => {
  const asked = rests.toSorted((a, b) => a.seen - b.seen).slice(0, Math.ceil(rests.length * ASKED_SHARE))
  return asked.length === 0 ? 0 : Math.min(...asked.map(({ tokens }) => tokens))
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
