import { HistoryItem } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { runningByLog } from './lost-commands.ts'

type Told = { readonly tool: string; readonly given: unknown; readonly exit?: number; readonly success?: boolean }

let count = 0
const pair = ({ tool, given, exit, success = true }: Told): readonly HistoryItem[] => {
  count += 1
  const meta = { id: `i${count}`, turn_id: 'tn_1', at: 0, origin: 'assistant' }
  const call_id = `call_${count}`
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  return [
    { type: 'function_call', name: tool, arguments: text, call_id, meta },
    {
      type: 'function_call_output',
      call_id,
      output: 'x',
      success,
      ...(exit === undefined ? {} : { exit_code: exit }),
      meta: { ...meta, id: `i${count}o`, origin: 'tool' },
    },
  ].map((item) => HistoryItem.parse(item))
}

const check = (told: readonly Told[], expected: readonly string[]) =>
  expect(runningByLog(told.flatMap(pair))).toEqual(expected)

test('what was begun and not seen to its end is running', () => {
  const begun = { tool: 'shell', given: { command: 'npm run dev', background: 'dev' } }
  check([begun], ['dev'])
  check([begun, { tool: 'background', given: { action: 'read', name: 'dev' } }], ['dev'])
  check([begun, { tool: 'background', given: { action: 'read', name: 'dev' }, exit: 1, success: false }], [])
  check([begun, { tool: 'background', given: { action: 'stop', name: 'dev' }, success: false }, begun], ['dev'])
})

test('what ended at once, was refused, or is no background command is not', () => {
  check([{ tool: 'shell', given: { command: 'x', background: 'dev' }, exit: 0 }], [])
  check([{ tool: 'shell', given: { command: 'x', background: 'dev' }, success: false }], [])
  check(
    [
      { tool: 'shell', given: { command: 'x' } },
      { tool: 'shell', given: '{broken' },
    ],
    [],
  )
})
