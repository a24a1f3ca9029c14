/** What a person reads before an automatic compaction begins: that it comes, why now, and how to stop it where one can. */
import type { Boundary, Percent, Tier } from '@rawr/protocol'
import { defaultText } from './catalog.ts'
import { fillTemplate } from './template.ts'

export type HeadsUp = {
  readonly tier: Tier
  readonly percentRemaining: Percent
  readonly boundaries: readonly Boundary[]
  /** A whole sentence, such as `Esc cancels.`; absent where nobody can. */
  readonly howToCancel?: string | undefined
  /** The person's own `heads-up.md`; absent: the shipped one. */
  readonly template?: string | undefined
}

const BOUNDARY_WORDS: Readonly<Record<Boundary, string>> = {
  commit: 'a commit',
  pr_checkpoint: 'a pull request step',
  plan_checkpoint: 'a finished plan step',
  plan_update: 'a plan update',
  agent_done: 'the agent saying it is done',
  topic_shift: 'a change of topic',
  concluding_thought: 'a concluding remark',
  turn_complete: 'the end of the turn',
}

export const headsUp = ({ tier, percentRemaining, boundaries, howToCancel, template }: HeadsUp): string => {
  const seen = boundaries.map((boundary) => BOUNDARY_WORDS[boundary])
  const why = tier === 'emergency' || seen.length === 0 ? 'room is running out' : `after ${seen.join(', ')}`
  const { text } = fillTemplate(template ?? defaultText('heads-up.md'), {
    tier,
    percentRemaining: String(percentRemaining),
    why,
  })
  return [text.trim(), ...(howToCancel === undefined ? [] : [howToCancel])].join(' ')
}
