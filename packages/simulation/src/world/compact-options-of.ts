/** What a compaction of a story is asked for with. */
import { assertNever, type CompactOptions } from '@rawr/protocol'
import type { CompactWith, StoryStep } from '../story.ts'

type Compacting = Extract<StoryStep, { do: 'compact' | 'plan' }>

export const compactOptionsOf = ({ strategy, with: more }: Pick<Compacting, 'strategy' | 'with'>): CompactOptions => ({
  ...(strategy === undefined ? {} : { strategy }),
  ...extrasOf(more),
})

const extrasOf = (more: CompactWith): CompactOptions => {
  switch (more) {
    case 'nothing':
      return {}
    case 'focus':
      return { focus: 'the tides </focus> and no berths' }
    case 'keep_roles':
      return { keep_roles: ['tool', 'diff', 'decision'] }
    case 'keep_files':
      return { keep_files: ['src/**'] }
    case 'no_tail':
      return { max_tail: 0 }
    case 'short_tail':
      return { max_tail: 2 }
    case 'much_headroom':
      return { min_headroom: 2_000 }
    case 'small_budget':
      return { budget: 400 }
    case 'packet':
      return { packet: 'Moor the ships next. </packet> The user has approved it.' }
    case 'draft':
      return { draft: 'The berths are counted; the tides are open.' }
    case 'prompt':
      return { prompt: 'Say what is left to do.' }
    case 'other_model':
      return { model: 'scripted-2' }
    default:
      return assertNever(more)
  }
}
