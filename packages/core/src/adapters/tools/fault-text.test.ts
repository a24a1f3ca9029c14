import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { faultText } from './fault-text.ts'

test('what the file system refused is said in words', async () => {
  const error = await readFile('/no/such/file').catch((thrown: unknown) => thrown)
  expect(faultText(error)).toBe('no such file or folder')
  expect(faultText(await readFile('/').catch((thrown: unknown) => thrown))).toBe('it is a folder')
  expect(faultText(new Error('something else'))).toBe('something else')
  expect(faultText('a string')).toBe('a string')
})
