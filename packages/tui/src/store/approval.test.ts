import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'
import { canAnswer } from './approval.ts'

test('a question is answered by a letter once it was drawn long enough to be read, and nothing is being written', () => {
  const screen = on.openScreen().see(on.started, on.asks)
  const { approvals, ...rest } = screen.state()
  const unseen = approvals.map((each) => ({ ...each, shownAt: null }))
  expect(canAnswer({ ...rest, approvals: unseen, now: 10_000 })).toBe(false)
  expect(canAnswer(screen.wait(499).state())).toBe(false)
  expect(canAnswer(screen.wait(1).state())).toBe(true)
  expect(canAnswer(screen.press('but').state())).toBe(false)
  expect(canAnswer(on.openScreen().wait(10_000).state())).toBe(false)
})
