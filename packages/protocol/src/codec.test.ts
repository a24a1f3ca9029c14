import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodeClientFrame, decodeServerFrame, encodeFrame } from './codec.ts'
import { EventMsg } from './event-msg.ts'
import { Op } from './op.ts'

const golden = (kind: 'op' | 'event') => {
  const folder = new URL(`../golden/${kind}/`, import.meta.url)
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
}

const goldenName = (schema: { shape: { type: { value: string } } }) => `${schema.shape.type.value}.json`

describe('every op and event has a golden frame that survives the round trip', () => {
  test('ops', () => {
    expect(golden('op').map(({ name }) => name)).toEqual(Op.options.map(goldenName).toSorted())
  })

  test('events', () => {
    expect(golden('event').map(({ name }) => name)).toEqual(EventMsg.options.map(goldenName).toSorted())
  })

  test.each(golden('op'))('op $name', ({ text }) => {
    const frame = decodeClientFrame(text)
    expect(frame).toMatchObject({ ok: true })
    if (frame.ok) expect(JSON.parse(encodeFrame(frame.value))).toEqual(JSON.parse(text))
  })

  test.each(golden('event'))('event $name', ({ text }) => {
    const frame = decodeServerFrame(text)
    expect(frame).toMatchObject({ ok: true })
    if (frame.ok && frame.value !== null && frame.value.type !== 'skipped')
      expect(JSON.parse(encodeFrame(frame.value))).toEqual(JSON.parse(text))
  })
})

describe('what cannot be read is refused with a code and a path', () => {
  const check = (text: string, expected: unknown) =>
    expect(decodeClientFrame(text)).toMatchObject({ ok: false, error: expected })

  test('half a frame', () => check('{"type":"subm', { code: 'bad_json', path: [], id: null }))

  test('an op nobody knows', () =>
    check('{"type":"submission","id":"sb_1","op":{"type":"dance"}}', {
      code: 'unknown_op',
      path: ['op', 'type'],
      id: 'sb_1',
    }))

  test('a misspelt field', () =>
    check('{"type":"submission","id":"sb_1","op":{"type":"interrupt","hard":true}}', {
      code: 'unknown_field',
      path: ['op', 'hard'],
      id: 'sb_1',
    }))

  test('a wrong type', () =>
    check('{"type":"submission","id":"sb_1","op":{"type":"user_turn","items":"hi"}}', {
      code: 'invalid',
      path: ['op', 'items'],
      id: 'sb_1',
    }))

  test('a prototype-named key is data, and refused like any other', () => {
    check('{"type":"submission","id":"sb_1","op":{"type":"interrupt","constructor":1}}', { code: 'unknown_field' })
  })
})

test('an event type from a newer core is skipped, a broken event is not', () => {
  const event = (msg: unknown) => JSON.stringify({ type: 'event', thread_id: 'th_1', seq: 1, id: null, msg })
  expect(decodeServerFrame(event({ type: 'aurora', shine: 1 }))).toEqual({
    ok: true,
    value: { type: 'skipped', thread_id: 'th_1', seq: 1 },
  })
  const status = { type: 'event', thread_id: 'th_1', after_seq: 1, id: null, msg: { type: 'aurora' } }
  expect(decodeServerFrame(JSON.stringify(status))).toEqual({ ok: true, value: null })
  expect(decodeServerFrame('{"type":"aurora"}')).toEqual({ ok: true, value: null })
  expect(decodeServerFrame(event({ type: 'warning' }))).toMatchObject({
    ok: false,
    error: { path: ['msg', 'message'] },
  })
})
