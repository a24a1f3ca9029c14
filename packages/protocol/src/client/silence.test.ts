import { expect, test } from 'vitest'
import { watchSilence } from './silence.ts'

const open = () => {
  const timers: (() => void)[] = []
  let silences = 0
  const setTimer = (_ms: number, callback: () => void) => {
    timers.push(callback)
    return () => void timers.splice(timers.indexOf(callback), 1)
  }
  const silence = watchSilence(setTimer, () => {
    silences += 1
  })
  return { silence, pass: () => timers.shift()?.(), waiting: () => timers.length, silences: () => silences }
}

test('whoever is heard once in each span is not silent, however often it speaks', () => {
  const { silence, pass, silences, waiting } = open()
  silence.expect(60)
  for (let span = 0; span < 5; span++) {
    for (let frame = 0; frame < 1_000; frame++) silence.heard()
    expect(waiting()).toBe(1)
    pass()
  }
  expect(silences()).toBe(0)
  pass()
  expect([silences(), waiting()]).toEqual([1, 0])
})

test('after the end, and before anything is expected, nobody listens', () => {
  const { silence, pass, silences, waiting } = open()
  silence.heard()
  expect(waiting()).toBe(0)
  silence.expect(60)
  silence.stop()
  silence.stop()
  pass()
  expect(silences()).toBe(0)
})
