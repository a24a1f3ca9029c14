import { loadExactCount, renderContext } from '@rawr/compaction'
import { isToolCall, isToolOutput } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { importRecords } from './import/testing/imported.ts'
import { offlineCompact } from './offline-compact.ts'

const line = (type: string, payload: object) => ({ timestamp: '2026-03-04T05:06:07Z', type, payload })
const said = (role: string, text: string) =>
  line('response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })
const step = (number: number) => [
  line('response_item', {
    type: 'function_call',
    name: 'shell',
    arguments: `{"command":"ls room-${number}"}`,
    call_id: `c${number}`,
  }),
  line('response_item', {
    type: 'function_call_output',
    call_id: `c${number}`,
    output: Array.from(
      { length: 80 },
      (_, row) => `room-${number}/chair-${row * 7} is ${row % 3 === 0 ? 'broken' : 'whole'}`,
    ).join('\n'),
  }),
]
const meta = line('session_meta', { id: 'x', cwd: '/home/tom/school' })
const long = [
  meta,
  said('developer', 'Never move a table.'),
  said('user', 'Find the broken chairs, and never touch the tables.'),
  ...Array.from({ length: 40 }, (_, number) => step(number)).flat(),
  said('assistant', 'A third of the chairs are broken.'),
  said('user', 'Mend the ones in room 3.'),
]

const compacted = async (records: readonly object[], options: object = {}) => {
  const result = offlineCompact({ session: await importRecords(records), strategy: 'extractive', ...options })
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

test('the report counts every item once, and what is left is smaller and legal', async () => {
  const { report, items } = await compacted(long)
  expect(report).toMatchObject({ format: 'codex', strategy: 'extractive', window: 200_000, window_from: 'default' })
  expect(report.kept + report.cleared + report.archived).toBe(report.items)
  expect(report.tokens_after).toBeLessThan(report.tokens_before * 0.9)
  const calls = items.filter(isToolCall).map((item) => item.call_id)
  expect(items.filter(isToolOutput).map((item) => item.call_id)).toEqual(calls)
})

test('the words of the user are there, the static instructions are not', async () => {
  const { text, items } = await compacted(long)
  expect(text).toContain('Mend the ones in room 3.')
  expect(text).toContain('never touch the tables')
  expect(text).not.toContain('Never move a table.')
  expect(text).toBe(renderContext(items))
})

test('the text keeps its budget to the token, and is the same on each run', async () => {
  const count = await loadExactCount()
  for (const budget of [700, 1_000, 2_500]) {
    const { text } = await compacted(long, { budget, count })
    expect(count(`${text}\n`)).toBeLessThanOrEqual(budget)
    expect((await compacted(long, { budget, count })).text).toBe(text)
  }
})

test('too small to gain anything: strategy none, all kept', async () => {
  const { report, line: told, text } = await compacted(long.slice(0, 3))
  expect(report).toMatchObject({ strategy: 'none', kept: 2, archived: 0, tokens_before: report.tokens_after })
  expect(told).toBe('Nothing to compact.')
  expect(text).toContain('Find the broken chairs')
})

test('nothing at all is no failure', async () => {
  const { report, text } = await compacted([meta])
  expect(report).toMatchObject({ strategy: 'none', tokens_before: 0, tokens_after: 0, kept: 0, archived: 0 })
  expect(text).toBe('')
})

test('the window is the option, else the recorded one', async () => {
  const told = line('event_msg', { type: 'task_started', model_context_window: 64_000 })
  expect((await compacted([...long, told])).report).toMatchObject({ window: 64_000, window_from: 'recorded' })
  expect((await compacted([...long, told], { contextWindow: 32_000 })).report).toMatchObject({
    window: 32_000,
    window_from: 'option',
  })
})

test('L16: with nothing to compact, what a recorded compaction archived is counted as archived', async () => {
  const summary = line('compacted', { message: 'Chairs were counted.', replacement_history: [] })
  const { report } = await compacted([...long, summary, said('user', 'Go on.')])
  expect(report.strategy).toBe('none')
  expect(report.kept + report.cleared + report.archived).toBe(report.items)
  expect(report.archived).toBeGreaterThan(0)
})
