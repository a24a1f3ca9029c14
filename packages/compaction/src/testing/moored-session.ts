/** A past of twenty large reads behind one message, and what comes after it. */
import { appendItem, type History } from '../history/history.ts'
import { call, type Draft, id, numbered, result, user } from './items.ts'

export const rows = (step: number): string =>
  Array.from({ length: 60 }, (_, row) => `src/quay-${step}.ts:${row}: moor(berth${step}_${row})`).join('\n')

export const mooredPast: readonly Draft[] = [
  user('Moor it.'),
  ...Array.from({ length: 20 }, (_, step) => [
    call(`c${step}`, 'read', { path: `q${step}` }),
    result(`c${step}`, rows(step)),
  ]).flat(),
]

/** With ids of their own, `later0` and on. */
export const grown = (history: History, drafts: readonly Draft[]): History =>
  numbered(drafts)
    .map((item, index) => ({ ...item, meta: { ...item.meta, id: id(`later${index}`) } }))
    .reduce(appendItem, history)
