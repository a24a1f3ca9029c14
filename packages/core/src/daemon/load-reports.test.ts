import { HistoryItem, type RolloutItem, type RolloutLine } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { damageReport, lostReport } from './load-reports.ts'

const lined = (items: readonly RolloutItem[]): readonly RolloutLine[] =>
  items.map((item, ordinal) => ({ timestamp: '2026-03-04T05:06:07.089Z', ordinal, ...item }) as RolloutLine)

const opened = (items: readonly RolloutItem[], skipped: readonly { line: number; reason: string }[] = []) => ({
  log: { threadId: 'th_1' } as Parameters<typeof damageReport>[0]['log'],
  lines: lined(items),
  skipped,
})

const begun = (number: number): readonly RolloutItem[] => {
  const meta = { id: `i${number}`, at: 0, origin: 'assistant' }
  const given = JSON.stringify({ command: 'npm run dev', background: 'dev' })
  const call = { type: 'function_call', name: 'shell', arguments: given, call_id: `c${number}`, meta }
  const output = { type: 'function_call_output', call_id: `c${number}`, output: 'x', success: true, meta }
  return [call, { ...output, meta: { ...meta, id: `i${number}o`, origin: 'tool' } }].map((item) => ({
    type: 'response_item',
    payload: HistoryItem.parse(item),
  }))
}

test('each line that could not be read is told once, numbered behind the last event', () => {
  const skipped = [{ line: 3, reason: 'not JSON' }]
  const report = damageReport(opened([], skipped))
  expect(report).toMatchObject([
    { payload: { seq: 1, msg: { message: expect.stringContaining('Line 3 of the log') } } },
  ])
  expect(damageReport(opened(report, skipped))).toEqual([])
})

test('a lost background command is told once; one that was begun again and lost again is told again', () => {
  const first = lostReport(opened(begun(1)), 2)
  expect(first).toMatchObject([{ payload: { seq: 3, msg: { message: expect.stringContaining('"dev" was lost') } } }])
  expect(lostReport(opened([...begun(1), ...first]), 0)).toEqual([])
  expect(lostReport(opened([...begun(1), ...first, ...begun(2)]), 0)).toHaveLength(1)
})
