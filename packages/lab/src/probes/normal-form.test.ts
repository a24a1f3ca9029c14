import { CallId, type HistoryItem, ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { syntheticSession } from '../recall/synthetic.ts'
import { eventOf, isShown, labelOf, type SessionEvent, seenText, stretchesOf } from './normal-form.ts'

const meta = (id: string, origin: HistoryItem['meta']['origin']) => ({ id: ItemId.parse(id), at: 0, origin })
const call = (name: string, input: object): HistoryItem => ({
  type: 'function_call',
  name,
  arguments: JSON.stringify(input),
  call_id: CallId.parse('c1'),
  meta: meta('i1', 'assistant'),
})
const result = (output: string, success?: boolean): HistoryItem => ({
  type: 'function_call_output',
  call_id: CallId.parse('c1'),
  output,
  ...(success === undefined ? {} : { success }),
  meta: meta('i2', 'tool'),
})

const read = (...items: readonly HistoryItem[]): readonly SessionEvent[] => {
  const calls = new Map<string, SessionEvent>()
  return items.flatMap((item) => {
    const event = eventOf(item, calls)
    if (event?.callId !== undefined && event.kind === 'call') calls.set(event.callId, event)
    return event ?? []
  })
}

test('a call shows its short values on one line, its long ones below, and no parameter names', () => {
  const [event] = read(call('Edit', { file_path: '/srv/a.ts', old_string: 'x\ny', replace_all: false }))
  expect(event).toMatchObject({ kind: 'call', tool: 'Edit', path: '/srv/a.ts', text: 'Edit /srv/a.ts false\nx\ny' })
})

test('arguments that are no JSON are shown as they are', () => {
  const [event] = read({ ...call('Bash', {}), arguments: '{"command": "ls' } as HistoryItem)
  expect(event).toMatchObject({ text: 'Bash {"command": "ls' })
})

test('a result knows the tool and the file of its call, and whether it failed', () => {
  const [, event] = read(call('Read', { file_path: 'b.md' }), result('no such file', false))
  expect(event).toMatchObject({ kind: 'result', tool: 'Read', path: 'b.md', ok: false, text: 'no such file' })
  expect(event && labelOf(event)).toBe('[result Read failed]')
})

test('where the recording does not say, a result is neither right nor wrong', () => {
  expect(read(call('Read', {}), result('text'))[1]).not.toHaveProperty('ok')
})

test('thoughts are events that nobody may quote', () => {
  const [event] = read({
    type: 'reasoning',
    summary: [],
    content: [{ type: 'thinking', text: 'hm' }],
    meta: meta('i1', 'assistant'),
  })
  expect(event).toMatchObject({ kind: 'think', text: 'hm' })
  expect(event && isShown(event)).toBe(false)
})

test('a compaction ends a stretch, and its summary opens the next', () => {
  const [first, second, ...more] = stretchesOf(syntheticSession({ seed: 'a', rounds: 4, compactAfter: 2 }))
  expect(more).toEqual([])
  expect(first?.summary).toContain('lending library')
  expect(second?.summary).toBeUndefined()
  expect(second?.events[0]).toMatchObject({ kind: 'summary' })
  expect(first?.events.filter(({ kind }) => kind === 'user')).toHaveLength(2)
})

test('every call has its result', () => {
  const events = stretchesOf(syntheticSession({ seed: 'b', rounds: 5 })).flatMap((stretch) => stretch.events)
  const ids = (kind: string) => events.flatMap((event) => (event.kind === kind ? [event.callId] : []))
  expect(ids('result')).toEqual(ids('call'))
})

test('the names of parameters were seen, though no line shows them', () => {
  const events = read(call('Read', { file_path: 'b.md' }))
  expect(events[0]?.text).not.toContain('file_path')
  expect(seenText(events)).toContain('file_path')
})
