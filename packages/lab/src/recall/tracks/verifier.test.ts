import { expect, test } from 'vitest'
import { userEvent } from '../event-of-text.ts'
import { seededRandom } from '../random.ts'
import { damaged, plainVerifier } from './verifier.ts'

const pin = 'Pinned: closed on Mondays.'
const past = [userEvent('renewLoan is in src/loan.ts since 3f9a2b1c', 'i1')]
const sound = `${pin}\nrenewLoan is in src/loan.ts since 3f9a2b1c`

test('a sound text has no finding', () => {
  expect(plainVerifier.findings(past, [pin], sound)).toEqual([])
})

test('every kind of damage is made, and found', () => {
  const made = damaged(sound, pin, seededRandom('v'))
  expect(made.map(({ kind }) => kind)).toEqual(['dropped pin', 'invented symbol', 'changed digit', 'swapped path'])
  for (const { text } of made) expect(plainVerifier.findings(past, [pin], text).length).toBeGreaterThan(0)
})
