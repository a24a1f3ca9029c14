/** What a person asks that changes nothing. */
import { assertNever, type Query } from '@rawr/protocol'
import type { StoryStep } from '../story.ts'
import { archiveOf, chosen, itemsOf } from './past.ts'
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
    case 'recall': {
      const item = chosen(itemsOf(world), world.sent.length)
      return { type: 'recall', target: { kind: 'id', id: item?.meta.id ?? 'i_unknown' } }
    }
    case 'recall_words':
      return { type: 'recall', target: { kind: 'search', text: 'berth' }, page: 1 + (world.sent.length % 2) }
    default:
      return assertNever(about)
  }
}
