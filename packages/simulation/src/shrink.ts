/** Makes a failing story short: steps, answers and settings are taken away for as long as it still fails in the same way. */
import type { Breach } from '@rawr/protocol/testing'
import type { Answer, Story, StoryStep } from './story.ts'

/** The breaches of a story; the caller plays it. */
export type Try = (story: Story) => Promise<readonly Breach[]>

export type Shrinking = { readonly kind: string; readonly attempt: Try; readonly triesMax?: number | undefined }

/** Stories that are tried at most where nobody says: a long one is better than none. */
const TRIES_MAX = 400

/** What kind of failure it is: law and sentence, ids and numbers apart. */
export const kindOf = ({ law, message }: Breach): string =>
  `${law}: ${message.replaceAll(/[\w-]*\d[\w-]*/g, '…').slice(0, 80)}`

export const shrinkStory = async (story: Story, { kind, attempt, triesMax = TRIES_MAX }: Shrinking): Promise<Story> => {
  let best = story
  let tries = 0
  const better = async (candidate: Story): Promise<boolean> => {
    if (tries >= triesMax) return false
    tries += 1
    const breaches = await attempt(candidate)
    const isSame = breaches.some((breach) => kindOf(breach) === kind)
    if (isSame) best = candidate
    return isSame
  }
  for (let before = Infinity; weightOf(best) < before && tries < triesMax; ) {
    before = weightOf(best)
    await shorten({
      length: () => best.steps.length,
      without: (from, to) => ({ ...best, steps: cutOut(best.steps, from, to) }),
      better,
    })
    await shorten({
      length: () => best.answers.length,
      without: (from, to) => ({ ...best, answers: cutOut(best.answers, from, to) }),
      better,
    })
    for (const simpler of SIMPLER) await simplify(() => best, simpler, better)
  }
  return best
}

const weightOf = ({ steps, answers, clients }: Story): number =>
  steps.length * 10 +
  answers.reduce((sum, { calls }) => sum + 5 + calls.length, 0) +
  clients +
  steps.reduce((sum, step) => sum + (step.do === 'work' ? Math.log2(step.tasks) : 1), 0)

type Cutting = {
  readonly length: () => number
  readonly without: (from: number, to: number) => Story
  readonly better: (candidate: Story) => Promise<boolean>
}

/** Delta debugging: large pieces first, then single ones, from the end. */
const shorten = async ({ length, without, better }: Cutting): Promise<void> => {
  for (let size = Math.max(1, Math.floor(length() / 2)); size >= 1; size = Math.floor(size / 2))
    for (let to = length(); to > 0; to -= size) {
      const from = Math.max(0, to - size)
      await better(without(from, to))
      if (to > length() + size) to = length() + size
    }
}

const cutOut = <Part>(parts: readonly Part[], from: number, to: number): Part[] => [
  ...parts.slice(0, from),
  ...parts.slice(to),
]

/** Simpler stories beside this one. */
type Simpler = (story: Story) => readonly Story[]

const SIMPLER: readonly Simpler[] = [
  (story) =>
    story.clients > 1
      ? [
          { ...story, clients: 1 },
          { ...story, clients: 2 },
        ]
      : [],
  (story) => (story.mode === 'auto' ? [] : [{ ...story, mode: 'auto' }]),
  (story) => (story.remote ? [{ ...story, remote: false }] : []),
  (story) => (story.watcher ? [{ ...story, watcher: false }] : []),
  (story) => (story.approvals === 'never' ? [] : [{ ...story, approvals: 'never' }]),
  (story) => (story.rules === 'short' ? [] : [{ ...story, rules: 'short' }]),
  (story) => (story.window === 32_000 ? [] : [{ ...story, window: 32_000 }]),
  (story) =>
    story.steps.flatMap((step, at) =>
      simplerStep(step).map((other) => ({ ...story, steps: story.steps.with(at, other) })),
    ),
  (story) =>
    story.answers.flatMap((answer, at) =>
      simplerAnswer(answer).map((other) => ({ ...story, answers: story.answers.with(at, other) })),
    ),
]

const simplerStep = (step: StoryStep): readonly StoryStep[] => {
  if (step.do === 'work' && step.tasks > 1)
    return [
      { ...step, tasks: 1 },
      { ...step, tasks: Math.ceil(step.tasks / 2) },
    ]
  if ((step.do === 'compact' || step.do === 'plan') && (step.strategy !== undefined || step.with !== 'nothing')) {
    const { strategy, ...rest } = step
    return [
      { ...rest, with: 'nothing' },
      ...(step.with === 'nothing' ? [] : [{ ...step, with: 'nothing' as const }]),
      ...(strategy === undefined ? [] : [rest]),
    ]
  }
  if (step.do === 'say' && step.size !== 'short') return [{ ...step, size: 'short' }]
  if ('client' in step && step.client > 0) return [{ ...step, client: 0 }]
  return step.do === 'kill_in_write' && step.nth > 1 ? [{ ...step, nth: 1 }] : []
}

const PLAIN: Answer = { says: 'text', calls: [], usage: 'none' }

const simplerAnswer = (answer: Answer): readonly Answer[] => [
  ...(answer.says === 'text' && answer.calls.length === 0 ? [] : [PLAIN]),
  ...(answer.calls.length > 1
    ? answer.calls.map((_, at) => ({ ...answer, calls: answer.calls.toSpliced(at, 1) }))
    : []),
  ...(answer.usage === 'none' ? [] : [{ ...answer, usage: 'none' as const }]),
]

const simplify = async (best: () => Story, simpler: Simpler, better: Cutting['better']): Promise<void> => {
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    const weight = JSON.stringify(best()).length
    for (const candidate of simpler(best())) {
      if (JSON.stringify(candidate) === JSON.stringify(best())) continue
      isBetter = await better(candidate)
      if (isBetter) break
    }
    if (JSON.stringify(best()).length >= weight) return
  }
}
