import { expect, test } from 'vitest'
import { breachText } from './breach.ts'
import { checkThread } from './check-thread.ts'
import { readLog } from './log-reading.ts'
import type { RecordedThread } from './recorded-thread.ts'
import {
  answer,
  began,
  configured,
  type Draft,
  event,
  insert,
  keep,
  logOf,
  message,
  words,
  writes,
} from './testing/lines.ts'

const RULES = 'Never touch data/.\nWrite “tests” first.'
const TAGS = ['project_instructions', 'summary', 'pinned']
const instructions = (id: string, text = RULES) =>
  message(id, `<project_instructions path="AGENTS.md">\n${text}\n</project_instructions>`, { origin: 'context' })

const said = (id: string, number: number, text: string): readonly Draft[] => {
  const [turn_id, submission_id] = [`t${number}`, `s${number}`]
  return [
    ['queue', { change: 'added', input: { submission_id, items: [{ type: 'text', text }], origin: 'user' } }],
    ['queue', { change: 'taken', submission_id, turn_id }],
    event({ type: 'turn_started', turn_id, origin: 'user' }, submission_id),
    words(id, text, { turn_id }),
    event({ type: 'user_message', item_id: id, submission_id, text, origin: 'user' }, submission_id),
  ]
}

const ended = event({ type: 'turn_complete', turn_id: 't1', last_agent_message: 'Done.', duration_ms: 1 })

const begun = [began, configured(), ['response_item', instructions('c1')] as const, ...said('i1', 1, 'Now the tides.')]
const whole = logOf(...begun, answer('i2', 'Done.', { turn_id: 't1' }), ended)

const breaches = (thread: RecordedThread) => checkThread({ fenceTags: TAGS, ...thread }).map(breachText)

/** The items a request had after so many lines. */
const itemsAt = (lines: RecordedThread['lines'], after: number) => readLog(lines.slice(0, after)).visible()

test('a thread whose requests are what its log says keeps every law', () => {
  const requests = [{ after: begun.length, items: itemsAt(whole, begun.length) }]
  const snapshots = [{ after: whole.length, items: itemsAt(whole, whole.length) }]
  expect(breaches({ lines: whole, requests, snapshots })).toEqual([])
})

test('each request is judged by the lines its log had then', () => {
  const items = itemsAt(whole, begun.length)
  const sent = (change: typeof items) => breaches({ lines: whole, requests: [{ after: begun.length, items: change }] })
  expect(sent(items.slice(1))).toEqual([
    'L5 request 0, body: sacred words are missing or changed: "Never touch data/.\\nWrite “tests” first."',
    'L7 request 0, item 0: the log gives message c1, the session shows message i1',
  ])
  expect(sent(items.slice(0, 1))).toEqual([
    'L6 request 0, body: the live request is missing or changed: "Now the tides."',
    'L7 request 0, item 1: the log gives message i1, the session shows nothing',
  ])
  expect(sent([...items, ...items.slice(0, 1)])[0]).toContain(
    'L5 request 0, input[0], input[2]: sacred words are there 2 times',
  )
})

test('bodies are judged by window and bytes of their thread, and by what its model gave', () => {
  const body = (text: string) => ({
    input: [instructions('c1'), { role: 'user', content: 'Now the tides.' }, { role: 'assistant', content: text }],
  })
  const sent = (request: object, bytesMax?: number) =>
    breaches({ lines: whole, bytesMax, requests: [{ after: begun.length, body: request }] })
  expect(sent(body('x'))).toEqual([])
  expect(sent(body('x'.repeat(500_000)))[0]).toMatch(/^L2 request 0, body: at least \d+ tokens and 8192 for the answer/)
  expect(sent(body('x'.repeat(2_000)), 1_000)[0]).toContain('are more than the 1000 allowed')
  const forged = { input: [...body('x').input, { type: 'reasoning', encrypted_content: 'foreign' }] }
  expect(sent(forged)).toEqual(['L4 request 0, input[3]: encrypted content that the provider never gave'])
})

test('a request beside the work has no live request and no sacred words', () => {
  const body = { input: [{ role: 'user', content: 'Is it time?' }] }
  expect(breaches({ lines: whole, requests: [{ after: begun.length, body, isBeside: true }] })).toEqual([])
})

test('L5: instructions read again by a compaction are the ones that count, and a pinned fact comes with its view', () => {
  const pinned = message('p1', '<pinned>\nTabs, not spaces.\n</pinned>', { origin: 'pin' })
  const pins: Draft = ['pins', { pins: [{ kind: 'fact', text: 'Tabs, not spaces.' }] }]
  const compacted = (...more: readonly object[]) =>
    logOf(
      ...begun,
      answer('i2', 'Done.', { turn_id: 't1' }),
      ended,
      pins,
      writes('k1', { through: 'i2', entries: [insert(instructions('c2', 'Newer.')), ...more, keep('i1', 'i2')] }),
    )
  const sentAfter = (lines: RecordedThread['lines']) =>
    breaches({ lines, requests: [{ after: lines.length, items: itemsAt(lines, lines.length) }] })
  expect(sentAfter(compacted(insert(pinned)))).toEqual([])
  expect(sentAfter(compacted())).toEqual([
    'L5 request 0, body: sacred words are missing or changed: "Tabs, not spaces."',
  ])
})

test('L7: what the session shows must be what the log gives', () => {
  const items = itemsAt(whole, whole.length)
  expect(breaches({ lines: whole, snapshots: [{ after: whole.length, items: items.slice(0, 2) }] })).toEqual([
    'L7 snapshot 0, item 2: the log gives message i2, the session shows nothing',
  ])
})

test('every law is asked', () => {
  const broken = logOf(...begun)
  expect(breaches({ lines: broken })).toEqual(['L12 end: turn t1 never ends'])
  expect(breaches({ lines: broken, state: 'running', earlier: [whole] }).map((text) => text.slice(0, 3))).toEqual([
    'L13',
  ])
  expect(breaches({ lines: whole, recall: () => false })).toHaveLength(3)
})
