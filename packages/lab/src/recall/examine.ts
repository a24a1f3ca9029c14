/** One cut, all arms, all budgets: compact, count, cut at the budget, grade. Gives a row for each, and never an opinion. */
import type { Asked } from '../probes/ask-future.ts'
import type { CountTokens, Cut } from '../probes/cut.ts'
import { grade } from '../probes/grade.ts'
import { keyTextsIn } from '../probes/keys.ts'
import { seenText } from '../probes/normal-form.ts'
import { readOutput } from '../probes/read-output.ts'
import { bareLine, kindOfKey, sourceLines } from '../probes/source-lines.ts'
import type { Arm, Sight } from './compactor.ts'
import { fitStart } from './fit.ts'
import { hashOf } from './random.ts'

export type Score = { readonly hits: number; readonly total: number }

export type Row = {
  readonly track: string
  readonly session: string
  readonly cut: string
  readonly arm: string
  readonly budgetTokens: number
  /** After the cut at the budget. */
  readonly tokens: number
  /** The text was longer than its budget and was cut. */
  readonly over: boolean
  readonly scores: Readonly<Record<string, Score>>
  /** Of the single answers in the order asked. */
  readonly answersHash: number
  /** `1` and `0` in the order asked. */
  readonly answers: string
}

export type Examination = {
  readonly track: string
  readonly sight: Sight
  readonly asked: readonly Asked[]
  readonly arms: readonly Arm[]
  readonly budgets: readonly number[]
  readonly count: CountTokens
}

/** Entity probes count twice: as words, and with `~` as bare substrings, as the pilot matched them. */
export const examine = async (examination: Examination): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const arm of examination.arms) {
    // The whole past has no budget: once is enough.
    const budgets = arm.name === WHOLE_PAST ? examination.budgets.slice(-1) : examination.budgets
    for (const budgetTokens of budgets) {
      const row = await examineArm({ ...examination, arm, budgetTokens })
      if (row !== null) rows.push(row)
    }
  }
  return rows
}

type OneExamination = Examination & { readonly arm: Arm; readonly budgetTokens: number }

const examineArm = async ({ track, sight, asked, arm, budgetTokens, count }: OneExamination): Promise<Row | null> => {
  const { cut } = sight
  const compactor = arm.compactorFor(sight)
  if (compactor === null) return null
  const { text } = await compactor.compact({ events: cut.past, budgetTokens, count, pins: [] })
  const isWhole = arm.name === WHOLE_PAST
  const fitted = isWhole ? { text, tokens: cut.pastTokens, cut: false } : fitStart(text, budgetTokens, count)
  const output = readOutput(fitted.text, pastOf(cut).text)
  const scores = new Map<string, { hits: number; total: number }>()
  const score = (metric: string, isHit: boolean): void => {
    const entry = scores.get(metric) ?? { hits: 0, total: 0 }
    entry.total += 1
    if (isHit) entry.hits += 1
    scores.set(metric, entry)
  }
  const answers: string[] = []
  for (const { probe, metrics } of asked) {
    const isHit = grade(probe, output)
    answers.push(isHit ? '1' : '0')
    for (const metric of metrics) score(metric, isHit)
    if (probe.kind === 'entity') {
      const isIncluded = isHit || grade(probe, output, { matching: 'substring' })
      for (const metric of metrics) score(`${metric}~`, isIncluded)
    }
    if (probe.kind === 'sentence') score('constraints.lenient', isHit || grade(probe, output, { sentenceShare: 0.6 }))
  }
  if (!isWhole) {
    for (const isSeen of inventions(cut, fitted.text)) score('invented', !isSeen)
    for (const isVerbatim of verbatimLines(cut, fitted.text)) score('verbatim lines', isVerbatim)
  }
  return {
    track,
    session: cut.session,
    cut: cut.id,
    arm: arm.name,
    budgetTokens,
    tokens: fitted.tokens,
    over: fitted.cut,
    scores: Object.fromEntries(scores),
    answersHash: hashOf(answers.join('')),
    answers: answers.join(''),
  }
}

/** Has the budget of nobody: a check of the probes. */
const WHOLE_PAST = 'whole past'

type PastText = {
  readonly keys: ReadonlySet<string>
  readonly text: string
  readonly seen: string
  readonly lines: ReadonlySet<string>
}

const pasts = new WeakMap<Cut, PastText>()

const pastOf = (cut: Cut): PastText => {
  const known = pasts.get(cut)
  if (known !== undefined) return known
  const lines = cut.past.flatMap((event) => sourceLines(event))
  const made = {
    keys: new Set(lines.flatMap(({ keys }) => keys)),
    text: cut.past.map(({ text }) => text).join('\n'),
    seen: seenText(cut.past),
    lines: new Set(lines.map(({ text }) => bareLine(text))),
  }
  pasts.set(cut, made)
  return made
}

/** For each path and symbol of the text: whether the past has it, letter for letter. */
const inventions = (cut: Cut, text: string): readonly boolean[] => {
  const past = pastOf(cut)
  return keyTextsIn(text)
    .filter((key) => kindOfKey(key) !== 'hash')
    .map((key) => past.keys.has(key) || past.seen.includes(key))
}

const verbatimLines = (cut: Cut, text: string): readonly boolean[] => {
  const { lines } = pastOf(cut)
  return text
    .split('\n')
    .map(bareLine)
    .filter((line) => line !== '')
    .map((line) => lines.has(line))
}
