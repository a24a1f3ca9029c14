/** What a person asks that changes nothing. */
import { assertNever, type Query } from '@rawr/protocol'
import type { StoryStep } from '../story.ts'
import { archiveOf } from './op-of.ts'
import type { World } from './world.ts'

export const questionOf = (world: World, { about }: Extract<StoryStep, { do: 'ask' }>): Query => {
  switch (about) {
    case 'context_breakdown':
    case 'explain':
    case 'model_list':
    case 'compaction_show':
    case 'history_list':
    case 'thread_list':
      return { type: about }
    case 'history_show':
      return { type: about, archive: archiveOf(world, 'newest'), limit: 5 }
    default:
      return assertNever(about)
  }
}
