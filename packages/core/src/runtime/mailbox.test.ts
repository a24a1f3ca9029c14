import { expect, test } from 'vitest'
import { openMailbox } from './mailbox.ts'

test('letters are taken in order, those posted while one is taken after it', () => {
  const taken: string[] = []
  const mailbox = openMailbox<string>((letter) => {
    taken.push(`${letter} begins`)
    if (letter === 'one') mailbox.post('three')
    if (letter === 'one') mailbox.post('four')
    taken.push(`${letter} ends`)
  })
  mailbox.post('one')
  mailbox.post('two')
  expect(taken).toEqual(['one', 'three', 'four', 'two'].flatMap((letter) => [`${letter} begins`, `${letter} ends`]))
})

test('what a take throws goes to the poster, and the mailbox goes on', () => {
  const taken: string[] = []
  const mailbox = openMailbox<string>((letter) => {
    if (letter === 'bad') throw new Error('broken')
    taken.push(letter)
  })
  expect(() => mailbox.post('bad')).toThrow('broken')
  mailbox.post('good')
  expect(taken).toEqual(['good'])
})
