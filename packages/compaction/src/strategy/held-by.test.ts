import { expect, test } from 'vitest'
import { visibleTokens } from '../history/history.ts'
import { planCompaction } from '../plan.ts'
import { call, historyWith, planInput, result, say, user, withPins } from '../testing/items.ts'

const page = (name: string) =>
  Array.from({ length: 300 }, (_, index) => `src/${name}_${index}.ts: value ${index}`).join('\n')
const rounds = ['a', 'b', 'c', 'd'].flatMap((name) => [
  call(name, 'shell', { command: `ls ${name}` }),
  result(name, page(name)),
])
const past = historyWith([user('Look around.'), ...rounds, say('Done.')])

const cleared = (windowTokens: number, history = past) => {
  const input = planInput(history, visibleTokens(history), { requested: 'micro' })
  const usage = { ...input.usage, window_tokens: windowTokens, effective_tokens: windowTokens - 1_000 }
  const made = planCompaction({ ...input, usage, thresholdTokens: windowTokens - 2_000 })
  if (!made.ok) throw new Error(made.error.message)
  return made.value.report
}

test('clearing that was asked for by name says what holds the room where it leaves too little', () => {
  const { held_by: held = [], tokens_after } = cleared(20_000)
  expect(held.map(({ what }) => what)).toEqual(['tool results that are still seen', 'the conversation'])
  expect(held[0]?.tokens).toBeGreaterThan(tokens_after * 0.8)
})

test('instructions and pins are parts of it', () => {
  const pinned = withPins(past, [{ kind: 'fact', text: 'The lock gate stays shut on Sundays.' }])
  expect(cleared(20_000, pinned).held_by?.map(({ what }) => what)).toContain('pins')
})

test('a view with room enough says nothing of it', () => {
  expect(cleared(200_000)).not.toHaveProperty('held_by')
})
