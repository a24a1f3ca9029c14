import { subprotocolsFor } from '@rawr/protocol/client'
import { expect, test } from 'vitest'
import { judgeUpgrade, type UpgradeRequest } from './auth.ts'

const rules = { token: 'right', allowedOrigins: ['https://editor.example'] }
const bare: UpgradeRequest = { authorization: undefined, subprotocols: undefined, origin: undefined }

const rows: [string, Partial<UpgradeRequest>, object][] = [
  ['the token in a header', { authorization: 'Bearer right' }, { admitted: true }],
  ['the word Bearer in small letters', { authorization: 'bearer right' }, { admitted: true }],
  ['the token as a subprotocol', { subprotocols: subprotocolsFor('right').join(', ') }, { admitted: true }],
  ['no token', {}, { admitted: false, status: 401 }],
  ['a wrong token', { authorization: 'Bearer wrong' }, { admitted: false, status: 401 }],
  ['a token that begins right', { authorization: 'Bearer rightly' }, { admitted: false, status: 401 }],
  ['a bare token', { authorization: 'right' }, { admitted: false, status: 401 }],
  ['a wrong subprotocol', { subprotocols: 'rawr, rawr.token.wrong' }, { admitted: false, status: 401 }],
  ['a page on the list', { authorization: 'Bearer right', origin: 'https://editor.example' }, { admitted: true }],
  [
    'a page that is not',
    { authorization: 'Bearer right', origin: 'https://evil.example' },
    { admitted: false, status: 403 },
  ],
  ['a page without a name', { authorization: 'Bearer right', origin: 'null' }, { admitted: false, status: 403 }],
  [
    'a page whose name begins right',
    { authorization: 'Bearer right', origin: 'https://editor.example.evil.example' },
    { admitted: false, status: 403 },
  ],
]

test.each(rows)('%s', (_name, request, expected) =>
  expect(judgeUpgrade({ ...bare, ...request }, rules)).toEqual(expected),
)
