import { describe, expect, it } from 'vitest'
import { applyLine, type History, visibleItems, visibleTokens } from './history/history.ts'
import { planCompaction } from './plan.ts'
import { isUntouched, splicePlan } from './splice.ts'
import { call, type Draft, historyWith, id, line, planInput, result, say, think, withPins } from './testing/items.ts'
import { grown, mooredPast, rows } from './testing/moored-session.ts'
import { changedUnder } from './view/anchor.ts'

const input = (history: History) =>
  planInput(history, visibleTokens(history), { options: { budget: 2_000 }, midTurn: false })

const drawn = (history: History) => {
  const plan = planCompaction(input(history))
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value
}

const fifty: readonly Draft[] = Array.from({ length: 25 }, (_, step) => [
  call(`l${step}`, 'read', { path: 'src/quay.ts' }),
  result(`l${step}`, `berth ${step} is free`),
]).flat()

const drawnOn = historyWith([...mooredPast, say('Moored.')])
const spliced = (now: History, on: History = drawnOn) => splicePlan({ plan: drawn(on), drawnOn: on, input: input(now) })

describe('a plan behind which the work went on', () => {
  it('is what it was where nothing came', () => {
    const plan = drawn(drawnOn)
    const again = splicePlan({ plan, drawnOn, input: input(drawnOn) })
    expect(again?.ok && again.value).toBe(plan)
  })

  it('shows what came since as it is, and reports the figures of now', () => {
    const now = grown(drawnOn, fifty)
    const plan = spliced(now)
    if (!plan?.ok) throw new Error('not spliced')
    const { entry, report } = plan.value
    const after = applyLine(now, line({ type: 'compacted', payload: entry }))
    expect(visibleItems(after).slice(-50)).toEqual(visibleItems(now).slice(-50))
    expect(report).toMatchObject({ tokens_before: visibleTokens(now), tokens_after: visibleTokens(after) })
    expect(report.kept + report.cleared + report.archived).toBe(now.length)
    expect(report.reason).toContain('50 items came after it was drafted')
    expect([changedUnder(after), entry.report]).toEqual([[], report])
  })

  it('is refused where too much came for it to free enough', () => {
    const much = Array.from({ length: 40 }, (_, step) => say(`${rows(step + 50)} is next`))
    const refused = spliced(grown(drawnOn, much))
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('plan again') } })
  })
})

describe('the range of a plan is touched by', () => {
  const check = (name: string, on: History, now: History) =>
    it(name, () => {
      expect(isUntouched(on, now)).toBe(false)
      expect(spliced(now, on)).toBeNull()
    })
  const open = historyWith([...mooredPast, call('open', 'read', { path: 'x' })])
  check('the result of a call that was open', open, grown(open, [result('open', 'x')]))
  const thinking = historyWith([...mooredPast, think('hm')])
  check('what reasoning led to', thinking, grown(thinking, [say('So be it.')]))
  check('a rollback', drawnOn, applyLine(drawnOn, line({ type: 'rollback', payload: { turns: 1 } })))
  check('a pin', drawnOn, withPins(drawnOn, [{ kind: 'item', first: id('i3'), last: id('i3') }]))
  check('another compaction', drawnOn, applyLine(drawnOn, line({ type: 'compacted', payload: drawn(drawnOn).entry })))
})
