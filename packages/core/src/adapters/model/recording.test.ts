import { expect, test } from 'vitest'
import { readRecording } from './recording.ts'

const lines = (...values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\r\n')

const step = (...items: readonly object[]) => ({ type: 'step', items })

test('a recording is read with its questions, and calls without an id get one from their place', () => {
  const text = lines(
    { type: 'recording', version: 1, model: 'tape', context_window: 60_000, closing: 'The end.' },
    { type: 'user', text: 'Look around.' },
    step(
      { type: 'reasoning', summary: ['Hm.'] },
      { type: 'message', text: 'Looking.' },
      { type: 'function_call', name: 'ls', arguments: { path: '.' } },
    ),
    step({ type: 'function_call', name: 'ls', arguments: '{"broken', call_id: 'c1' }),
    { type: 'user', text: 'Thanks.' },
  )
  expect(readRecording(`\ufeff${text}\n\n`)).toEqual({
    ok: true,
    value: {
      model: 'tape',
      contextWindow: 60_000,
      closing: 'The end.',
      asks: [
        { text: 'Look around.', beforeStep: 0 },
        { text: 'Thanks.', beforeStep: 2 },
      ],
      steps: [
        {
          items: [
            { type: 'reasoning', summary: ['Hm.'] },
            { type: 'message', text: 'Looking.' },
            { type: 'function_call', name: 'ls', arguments: '{"path":"."}', callId: 'recorded_0_2' },
          ],
          usage: null,
        },
        { items: [{ type: 'function_call', name: 'ls', arguments: '{"broken', callId: 'c1' }], usage: null },
      ],
    },
  })
})

test('what is wrong is named with its line', () => {
  const check = (text: string, line: number, reason: RegExp) => {
    const recording = readRecording(text)
    expect(recording.ok ? null : recording.error.line).toBe(line)
    expect(recording.ok ? '' : recording.error.reason).toMatch(reason)
  }
  check('\nnot json', 2, /not JSON/)
  check(lines(step()), 1, /items/)
  check(lines({ type: 'step', items: [{ type: 'message', text: 'x' }], tokens: 3 }), 1, /tokens/)
  const call = { type: 'function_call', name: 'ls', arguments: {}, call_id: 'same' }
  check(lines(step(call), step(call)), 0, /same/)
})
