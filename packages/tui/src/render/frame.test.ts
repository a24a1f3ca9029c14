import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'
import { rowWidth } from '../text/wrap.ts'
import { frameOf } from './frame.ts'

test('composer and status line stand below what happens', () => {
  const screen = on.openScreen().see(on.started, on.runs('npm test')).wait(2_000)
  expect(screen.frame()).toMatch(
    /npm test · 2 s\n\n\S Working 2 s · Esc twice interrupts\n› Enter steers · Alt-Enter queues\ngpt-5\.2 ·/,
  )
})

test('of a long message the end is shown', () => {
  const text = Array.from({ length: 60 }, (_, index) => `row ${index}`).join('\n')
  const frame = on.openScreen().see(on.started, on.delta(0, text)).frame()
  expect(frame).toContain('row 59')
  expect(frame).not.toContain('row 20')
})

test('queue, held and sending are lines of their own', () => {
  const screen = on.openScreen().see(on.started, on.held, {
    type: 'queue_changed',
    queued: [{ submission_id: on.submission('q'), text: 'later' }],
  })
  expect(screen.frame()).toContain('  held and then the docs\n  queued later')
})

test('TUI-01: whatever happens, the frame is lower than the screen and no wider', () => {
  const events = [
    on.started,
    on.asks,
    on.dryRun,
    on.held,
    on.compacting,
    on.compacted,
    on.completed,
    on.runs('x'.repeat(300)),
    on.delta(0, 'word '.repeat(2_000)),
    on.delta(0, '日本語'.repeat(500), 'a2'),
    on.present('viewer', 1),
    on.configured({}),
  ]
  const keys = ['/', 'x', '\n', '@', '\u001b', '日本', `\u001b[200~${'l\n'.repeat(30)}\u001b[201~`, '\u000f']
  fc.assert(
    fc.property(
      fc.integer({ min: 20, max: 220 }),
      fc.integer({ min: 6, max: 60 }),
      fc.array(fc.oneof(fc.constantFrom(...events), fc.constantFrom(...keys)), { maxLength: 12 }),
      (columns, rows, steps) => {
        const screen = on.openScreen({ columns, rows })
        for (const step of steps) {
          if (typeof step === 'string') screen.press(step)
          else screen.see(step)
          const frame = frameOf(screen.state())
          expect(frame.rows.length).toBeLessThan(rows)
          for (const each of frame.rows) expect(rowWidth(each)).toBeLessThanOrEqual(columns)
          if (frame.caret !== null) expect(frame.caret.y).toBeLessThan(frame.rows.length)
          if (frame.caret !== null) expect(frame.caret.x).toBeLessThan(columns)
        }
      },
    ),
    { numRuns: 60 },
  )
})
