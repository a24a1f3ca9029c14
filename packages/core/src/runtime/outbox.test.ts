import { type RolloutLine, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryLogger, sessionBench } from '../testing/index.ts'
import { streamed } from '../testing/look.ts'
import { openOutbox } from './outbox.ts'

test('who attaches while an answer streams is told who is there and the text so far, and then the rest', async () => {
  const bench = sessionBench({ script: [{ hangAfter: 'So far' }] })
  await bench.say('sb_a', 'Tell me.')
  const delta = await streamed(bench)
  const late: unknown[] = []
  bench.session.attach(({ msg, seq, after_seq }) => late.push({ ...msg, seq, after_seq }))
  const itemId = delta.msg.type === 'agent_message_delta' && delta.msg.item_id
  expect(late).toEqual([
    expect.objectContaining({ type: 'presence', clients: [expect.objectContaining({ role: 'driver' })] }),
    { type: 'item_snapshot', item_id: itemId, text: 'So far', seq: undefined, after_seq: bench.session.lastSeq() },
  ])
  await bench.submit('sb_stop', { type: 'interrupt' })
  await bench.ended('sb_a')
  expect(bench.session.snapshots().map(({ msg }) => msg.type)).toEqual(['presence'])
})

test('pieces add up to the message, their offsets follow each other, and only logged events are numbered', async () => {
  const bench = sessionBench({ script: [{ reasoning: 'Hm.', text: 'A 🦖 in two pieces.' }] })
  await bench.say('sb_a', 'Say it.')
  await bench.ended('sb_a')
  const pieces = bench.events.flatMap(({ msg }) => (msg.type === 'agent_message_delta' ? [msg] : []))
  expect(pieces.map(({ text }) => text).join('')).toBe('A 🦖 in two pieces.')
  for (const { offset, text } of pieces) expect('A 🦖 in two pieces.'.slice(offset, offset + text.length)).toBe(text)
  const seqs = bench.events.flatMap(({ seq }) => (seq === undefined ? [] : [seq]))
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  expect(bench.session.eventsAfter(3)).toEqual(bench.events.filter(({ seq }) => seq !== undefined && seq > 3))
})

test('behind lines that a damaged log lost, the events after a number are those above it', () => {
  const line = (seq: number): RolloutLine => ({
    timestamp: '',
    ordinal: seq,
    type: 'event_msg',
    payload: { seq, submission_id: null, msg: { type: 'warning', message: `line ${seq}` } },
  })
  const outbox = openOutbox({
    record: { threadId: ThreadId.parse('th_1') } as never,
    lines: [1, 2, 5, 6, 9].map(line),
    logger: memoryLogger(),
  })
  const after = (seq: number): readonly (number | undefined)[] => outbox.eventsAfter(seq).map((event) => event.seq)
  expect([0, 1, 2, 3, 5, 7, 9].map(after)).toEqual([
    [1, 2, 5, 6, 9],
    [2, 5, 6, 9],
    [5, 6, 9],
    [5, 6, 9],
    [6, 9],
    [9],
    [],
  ])
})
