import type { EventMsg } from '@rawr/protocol'
import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'
import { textOfRow } from '../text/row.ts'
import { rowWidth } from '../text/wrap.ts'
import { statusRow } from './status-row.ts'

const line = (columns: number, ...events: readonly EventMsg[]) =>
  textOfRow(
    statusRow(
      on
        .openScreen({ columns, rows: 24 })
        .see(...events)
        .state(),
    ),
  )

test('what matters most stays when room is short', () => {
  expect(line(120)).toBe(
    'gpt-5.2 · engine · ███▓█▓█▓█░░░░░░░░┃░░ · ~42k of 100k · ~54 % left · asap, emergency in ~36k',
  )
  expect(line(60)).toBe('gpt-5.2 · ███▓█▓█▓█░░░░░░░░┃░░ · ~42k of 100k · ~54 % left')
  expect(line(40)).toBe('gpt-5.2 · ~54 % left')
  expect(line(20)).toBe('gpt-5.2 · ~54 % left')
})

test('a report has no tilde, in no place', () => {
  expect(line(120, on.counted(41_900, 'reported'))).not.toContain('~')
})

test('who drives is told where there are several', () => {
  expect(line(120, on.present('viewer', 1))).toContain('viewer of 2')
  expect(line(120, on.present('driver', 2))).toContain('driver of 3')
})

test('it is never wider than the screen', () => {
  for (let columns = 20; columns < 130; columns += 1)
    expect(rowWidth(statusRow(on.openScreen({ columns, rows: 9 }).state()))).toBeLessThanOrEqual(columns)
})
