// The bundled session: what a person asks and what the recorded model answers, over the small project beside it. Only
// the words and calls are recorded; the tools run for real, so results, tokens and compactions are real too.
import type { Turn } from './story/calls.ts'
import { json } from './story/json-plan.ts'
import { crlf } from './story/line-ends.ts'
import { summary } from './story/log-summary.ts'
import { review } from './story/review.ts'
import { day } from './story/utc-days.ts'
import { planner } from './story/waiting.ts'

export type { Step } from './story/calls.ts'

/** The turns in order. */
export const TURNS: readonly Turn[] = [day, crlf, planner, summary, json, review]
