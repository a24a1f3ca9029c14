import { expect, test } from 'vitest'
import { baseAddress } from './base-address.ts'

test('an address is taken apart into what fetch allows', () => {
  const check = (text: string, expected: object) =>
    expect(baseAddress(text)).toEqual({ query: {}, headers: {}, ...expected })
  check('http://127.0.0.1:11434/v1/', { url: 'http://127.0.0.1:11434/v1' })
  check('https://example.test', { url: 'https://example.test' })
  check('https://a.example.test/openai/v1?api-version=preview', {
    url: 'https://a.example.test/openai/v1',
    query: { 'api-version': 'preview' },
  })
  check('https://ann:p%40ss@example.test/v1', {
    url: 'https://example.test/v1',
    headers: { Authorization: 'Basic YW5uOnBAc3M=' },
  })
})
