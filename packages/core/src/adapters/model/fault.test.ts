import { expect, test } from 'vitest'
import { errorWords } from './fault.ts'

test('code and words are found in every usual shape of an error', () => {
  const check = (body: unknown, code: string, message: string) =>
    expect(errorWords(typeof body === 'string' ? body : JSON.stringify(body))).toEqual({ code, message })
  check({ error: { message: 'No.', type: 'a_type', code: 'a_code' } }, 'a_code', 'No.')
  check({ error: { message: 'No.', type: 'a_type', code: null } }, 'a_type', 'No.')
  check({ error: { message: 'No.', type: 'a_type', code: 400 } }, 'a_type', 'No.')
  check({ error: 'No.' }, '', 'No.')
  check({ object: 'error', message: 'No.', type: 'BadRequestError', code: 400 }, 'BadRequestError', 'No.')
  check({ detail: 'No.' }, '', 'No.')
  check({ detail: [{ loc: ['body'], message: 'No.' }] }, '', 'No.')
  check([{ error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' } }], '', 'No.')
  check({ code: 'invalid argument', error: 'No.' }, 'invalid argument', 'No.')
  check(
    { error: { message: 'Provider returned error', code: 400, metadata: { raw: 'too long' } } },
    '',
    'Provider returned error – too long',
  )
  check('<html><h1>502 Bad\nGateway</h1></html>', '', '502 Bad Gateway')
  check('', '', '')
  check({ odd: true }, '', '{"odd":true}')
})
