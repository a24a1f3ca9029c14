import { describe, expect, it } from 'vitest'
import { LADDER } from '../ladder.ts'
import { renderContext } from '../render-context.ts'
import { call, historyWith, planInput, result, say, user } from '../testing/items.ts'
import { loadExactCount } from '../tokens/referee.ts'
import { type Attempt, attempt } from './attempt.ts'
import { prepare } from './prepared.ts'

const listing = Array.from(
  { length: 400 },
  (_, index) => `src/part_${index}/module.ts:${index} export const value_${index} = ${index}`,
).join('\n')
const history = historyWith([
  user('Rewrite the parser.'),
  ...Array.from({ length: 10 }, (_, index) => [
    call(`c${index}`, 'shell', { command: `ls src/part_${index}` }),
    result(`c${index}`, listing.replaceAll('src', `src${index}`)),
    say('Next one.'),
  ]).flat(),
])

const made = (budget: number, count?: (text: string) => number): Attempt => {
  const [rung] = LADDER
  if (rung === undefined) throw new Error('no ladder')
  const input = planInput(history, 50_000, { mayCutLiveRequest: true, ...(count === undefined ? {} : { count }) })
  const one = attempt({
    input,
    prepared: prepare(history, { midTurn: true }),
    rung,
    budget,
    restoreTokens: 0,
    tokensBefore: 50_000,
  })
  if ('noRoom' in one) throw new Error('no room')
  return one
}

describe('an exact budget', () => {
  it('is met and nearly filled', async () => {
    const count = await loadExactCount()
    for (const budget of [300, 1_000, 3_000]) {
      const tokens = count(renderContext(made(budget, count).items))
      expect(tokens).toBeLessThanOrEqual(budget)
      expect(tokens).toBeGreaterThan(budget * 0.9)
    }
  })

  it('gives the same view each time', async () => {
    const count = await loadExactCount()
    expect(JSON.stringify(made(1_000, count).view)).toBe(JSON.stringify(made(1_000, count).view))
  })

  it('is met about without a tokenizer', () => {
    const count = (text: string) => Math.ceil(text.length / 3.5)
    expect(count(renderContext(made(2_000).items))).toBeLessThan(2_400)
  })
})
