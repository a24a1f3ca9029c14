import { expect, test } from 'vitest'
import { go, stay } from '../machine.ts'
import { drawMachine } from './walk-machine.ts'

type Door = { name: 'open' } | { name: 'shut' }
type Push = { type: 'pushed' } | { type: 'looked_at' }

const door = (state: Door, event: Push) => {
  if (event.type === 'looked_at') return stay(state)
  return state.name === 'shut' ? go<Door, 'creak'>({ name: 'open' }, 'creak') : go<Door, 'creak'>({ name: 'shut' })
}

const walk = {
  start: { name: 'shut' } as Door,
  samples: [
    { event: { type: 'pushed' } as Push, label: 'pushed' },
    { event: { type: 'looked_at' } as Push, label: 'looked at' },
  ],
  transition: door,
  nameOf: (state: Door) => state.name,
  effectName: (effect: 'creak') => effect,
}

test('the drawing has every edge that moves or asks, and no silent one', () => {
  expect(drawMachine(walk)).toBe(
    ['stateDiagram-v2', '  [*] --> shut', '  shut --> open: pushed / creak', '  open --> shut: pushed', ''].join('\n'),
  )
})

test('samples that never end are refused, not walked for ever', () => {
  const endless = {
    ...walk,
    start: { count: 0 },
    transition: (state: { count: number }) => go<{ count: number }, 'creak'>({ count: state.count + 1 }),
    nameOf: () => 'counting',
    statesMax: 20,
  }
  expect(() => drawMachine(endless)).toThrow('more than 20 states')
})
