/**
 * How much each sign of a last message counts at the end of a turn. Fitted by `pnpm bench boundaries --fit` on the tuned half
 * of the labelled messages and rounded: a tenth of a unit of log-odds is a point.
 */
import type { Heard, SemanticSign } from '@rawr/protocol'

type Points = Readonly<Partial<Record<SemanticSign, number>>>

/** Not fitted: believed whatever else the message holds. */
const AGAINST_ALL = -100

export const POINTS: Readonly<Record<Heard['boundary'], Points>> = {
  agent_done: {
    ended_turn: 17,
    says_done: 14,
    opens_in_past: 11,
    announces_work: -32,
    asks_choice: -20,
    asks_much: -17,
    asks_to_go_on: -11,
    asks_to_try: -12,
    proposes: -8,
    in_other_language: AGAINST_ALL,
    says_unfinished: AGAINST_ALL,
  },
  // Too rare among the labelled messages to be weighed: the phrases alone.
  topic_shift: { says_shift: 1 },
  concluding_thought: {
    ended_turn: -20,
    reports_checks: 4,
    gives_reasons: 10,
    tells_new_state: 10,
    heads_summary: 9,
    is_remark: 20,
    is_report: 16,
    is_long_report: 16,
    announces_work: -23,
    asks_choice: -17,
    asks_much: -14,
    asks_to_go_on: 11,
    asks_to_try: -16,
    proposes: -6,
    ends_conditional: -14,
    weighs_options: -12,
    hedges: -9,
    in_other_language: AGAINST_ALL,
  },
}

/** Chosen by cross-validation over sessions of that half: where both precision and recall are furthest above what was asked for. */
export const POINTS_NEEDED: Readonly<Record<Heard['boundary'], number>> = {
  agent_done: 15,
  topic_shift: 1,
  concluding_thought: 12,
}
