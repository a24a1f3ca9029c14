import { expect, test } from 'vitest'
import { subprotocolsFor, tokenOfSubprotocols } from './subprotocol.ts'

test('the token comes back out of what was offered, and nothing out of nothing', () => {
  expect(tokenOfSubprotocols(subprotocolsFor('a-b_c'))).toBe('a-b_c')
  expect(tokenOfSubprotocols(['rawr'])).toBeNull()
  expect(tokenOfSubprotocols([])).toBeNull()
})
