import { expect, test } from 'vitest'
import { readSimArguments } from './sim-arguments.ts'

test('seeds, their beginning and the threads are read; what is absent has a default', () => {
  expect(readSimArguments(['--seeds', '2000', '--from', '40'])).toMatchObject({
    value: { seeds: 2_000, from: 40, workers: 2 },
  })
  expect(readSimArguments(['--', '--workers', '1'])).toMatchObject({ value: { seeds: 200, from: 0, workers: 1 } })
})

test('what cannot be read is named, with the right way to say it', () => {
  expect(readSimArguments(['--seeds', 'many'])).toMatchObject({
    ok: false,
    error: expect.stringContaining('--seeds takes a whole number'),
  })
  expect(readSimArguments(['--sneeze'])).toMatchObject({ ok: false, error: expect.stringContaining('usage: pnpm sim') })
})
