// The product's strategies as arms of the examiner, through the doors anybody can use: a session in, a text out.
import { EXTRACT_STEPS, type ExtractStep, type ImportedSession, offlineCompact } from '@rawr/lab'
import { type Arm, arm, type CompactorInput, offline, oracleOn, type SessionEvent } from '@rawr/lab/recall'
import type { RolloutLine } from '@rawr/protocol'
// No door of the package: only this figure needs the lines themselves.
import { readLines } from '../../packages/compaction/src/extract/read-lines.ts'

export const productArms: readonly Arm[] = [
  arm(
    'product',
    offline('rawr extractive', (input) => ({ text: extractive(input) })),
  ),
]

/** Who knows what comes next, over the lines the product chooses from: what its choice costs, its pool apart. */
export const oracleArms: readonly Arm[] = [
  oracleOn("oracle on the product's units", ({ item }) => readLines(item).map(({ text }) => text)),
]

/** The same without one of its steps each: what it loses is what the step is worth. */
export const ablationArms: readonly Arm[] = EXTRACT_STEPS.map((step) =>
  arm(
    'product',
    offline(`rawr without ${step}`, (input) => ({ text: extractive(input, new Set([step])) })),
  ),
)

const WINDOW_TOKENS = 200_000

const extractive = ({ events, budgetTokens, count }: CompactorInput, without?: ReadonlySet<ExtractStep>): string => {
  const session = sessionOf(events)
  const result = offlineCompact({
    session,
    strategy: 'extractive',
    budget: budgetTokens,
    contextWindow: WINDOW_TOKENS,
    count,
    without,
  })
  // A refusal keeps nothing: the examiner scores it as the empty text it is.
  return result.ok ? result.value.text : ''
}

const sessionOf = (events: readonly SessionEvent[]): ImportedSession => ({
  format: 'rawr',
  lines: events.map(
    ({ item }, ordinal): RolloutLine => ({ timestamp: '', ordinal, type: 'response_item', payload: item }),
  ),
  items: events.map(({ item }) => item),
  usage: [],
  compactions: 0,
  notes: { skipped: [], skippedCount: 0, torn: false, unknown: {}, shortened: 0, leftOut: 0 },
  lineOf: () => undefined,
})
