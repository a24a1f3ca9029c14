import type { PinTarget } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { pinFor, pinNamed, pinText } from './pin-target.ts'
import { call, context, historyWith, id, result, say, user, withPins } from './testing/items.ts'

const history = historyWith([
  context('Be careful.'),
  user('The port is 4711.'),
  call('1', 'read', { path: 'src/harbour.ts' }),
  result('1', 'x'),
  say('Done.'),
])

const item = (first: string, last?: string): PinTarget => ({
  kind: 'item',
  first: id(first),
  ...(last === undefined ? {} : { last: id(last) }),
})

const held = (target: PinTarget) => {
  const made = pinFor(history, target)
  return made.ok ? pinText(made.value) : made.error.field
}

describe('a pin is made', () => {
  it.each<[string, PinTarget, string]>([
    ['of an item', item('i4'), 'i4'],
    ['of a range', item('i2', 'i4'), 'i2..i4'],
    ['of a file the thread has', { kind: 'file', path: 'src/harbour.ts' }, 'src/harbour.ts'],
    ['of a file by the end of its path', { kind: 'file', path: './harbour.ts' }, 'src/harbour.ts'],
    ['of a file by its whole path', { kind: 'file', path: '/home/ada/src/harbour.ts' }, 'src/harbour.ts'],
    ['of a fact', { kind: 'fact', text: 'The quay is closed.' }, '"The quay is closed."'],
    ['of the message that says the fact', { kind: 'fact', text: 'The port is 4711.' }, 'i2'],
  ])('%s', (_, target, expected) => {
    expect(held(target)).toBe(expected)
  })
})

describe('no pin is made, and the field is named', () => {
  it.each<[string, PinTarget, string]>([
    ['of an unknown item', item('i99'), 'first'],
    ['of a range that ends nowhere', item('i2', 'i99'), 'last'],
    ['of a range written backwards', item('i4', 'i2'), 'last'],
    ['of initial context', item('i1'), 'first'],
    ['of a file nobody read', { kind: 'file', path: 'src/lamp.ts' }, 'path'],
  ])('%s', (_, target, expected) => {
    expect(held(target)).toBe(expected)
  })
})

describe('a pin is found', () => {
  const pinned = withPins(history, [
    { kind: 'file', path: 'src/harbour.ts' },
    { kind: 'item', first: id('i2'), last: id('i2') },
  ])
  it.each<[string, PinTarget]>([
    ['by the end of a path', { kind: 'file', path: 'harbour.ts' }],
    ['by one id', item('i2')],
    ['by the words it was pinned with', { kind: 'fact', text: 'The port is 4711.' }],
  ])('%s', (_, target) => {
    expect(pinNamed(pinned, target).ok).toBe(true)
  })

  it('also where what it held was rolled back', () => {
    const gone = withPins(history, [{ kind: 'item', first: id('i9'), last: id('i9') }])
    expect(pinNamed(gone, item('i9')).ok).toBe(true)
  })

  it('or what is pinned is said', () => {
    expect(pinNamed(pinned, item('i4'))).toMatchObject({
      ok: false,
      error: { message: 'No pin says this; pinned are src/harbour.ts, i2.' },
    })
    expect(pinNamed(history, item('i4'))).toMatchObject({ error: { message: 'No pin says this; nothing is pinned.' } })
  })
})
