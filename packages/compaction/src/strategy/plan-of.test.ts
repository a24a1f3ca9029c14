import { describe, expect, it } from 'vitest'
import { LADDER } from '../ladder.ts'
import type { PlanInput } from '../plan-input.ts'
import { historyWith, planInput, say, user } from '../testing/items.ts'
import { attempt } from './attempt.ts'
import { planOf } from './plan-of.ts'
import { prepare } from './prepared.ts'

const history = historyWith([
  user('first'),
  ...Array.from({ length: 30 }, () => say('word '.repeat(100))),
  user('second'),
])

const planned = (changes: Partial<PlanInput>, steps: readonly string[] = []) => {
  const [rung] = LADDER
  const input = planInput(history, 5_000, changes)
  const prepared = prepare(history, { midTurn: true })
  if (rung === undefined) throw new Error('no ladder')
  const made = attempt({ input, prepared, rung, budget: 1_000, restoreTokens: 0, tokensBefore: 5_000 })
  if ('noRoom' in made) throw new Error('no room')
  return planOf({ input, prepared, made, rung, steps, before: 5_000, after: 900, threshold: 70_000 })
}

describe('the entry and the report of a plan', () => {
  it('say what was asked, what ran, and the figures', () => {
    const { entry, report, preview } = planned({})
    expect(report).toMatchObject({
      requested: 'extractive',
      strategy: 'extractive',
      tokens_before: 5_000,
      tokens_after: 900,
      headroom: 69_100,
      estimate: 'divisors',
    })
    expect(report.reason).toBeUndefined()
    expect(report.kept + report.cleared + report.archived).toBe(32)
    expect(entry).toMatchObject({ id: 'c1', message: preview, tokens_before: 5_000, report })
    expect(entry.anchor_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('say why another strategy ran', () => {
    expect(planned({ requested: 'auto' }).report.reason).toBe('no model is configured or reachable')
    expect(planned({ requested: 'full', modelAvailable: true }).report.reason).toBe('no model was asked')
    expect(planned({ requested: 'extractive' }, ['shorter tail']).report.reason).toBe(
      'too little room at first: shorter tail',
    )
  })
})
