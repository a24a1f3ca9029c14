import { expect, test } from 'vitest'
import { importRecords } from './import/testing/imported.ts'
import { inspectSession } from './inspect.ts'

const item = (payload: object) => ({ timestamp: '2026-03-04T05:06:07Z', type: 'response_item', payload })
const said = (role: string, text: string) => item({ type: 'message', role, content: [{ type: 'input_text', text }] })

test('shares and the largest items, results by their tool', async () => {
  const session = await importRecords([
    said('developer', 'rules '.repeat(10)),
    said('user', 'Weigh the apples.'),
    item({ type: 'function_call', name: 'scale', arguments: '{}', call_id: 'c' }),
    item({ type: 'function_call_output', call_id: 'c', output: 'apple 1 weighs 2 pounds\n'.repeat(200) }),
    said('assistant', 'Done.'),
  ])
  const inspection = inspectSession(session, 50_000)
  expect(inspection.by_kind.map(({ kind, items }) => [kind, items])).toEqual([
    ['results of scale', 1],
    ['instructions and environment', 1],
    ['words of the user', 1],
    ['calls', 1],
    ['words of the assistant', 1],
  ])
  expect(inspection.largest[0]).toMatchObject({ id: 'i4', line: 4, kind: 'results of scale' })
  expect(inspection).toMatchObject({
    window: 50_000,
    items: 5,
    items_visible: 5,
    used_from: 'divisors',
    floor_tokens: 0,
  })
  expect(inspection.used_tokens).toBe(inspection.by_kind.reduce((sum, { tokens }) => sum + tokens, 0))
})
