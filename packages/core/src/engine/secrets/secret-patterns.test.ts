import { expect, test } from 'vitest'
import { isPlaceholder } from './secret-patterns.ts'
import { PLANTED } from './testing/planted-secrets.ts'
import { openVault } from './vault.ts'

test.each(PLANTED.map(({ kind, value, text }) => [kind, value, text] as const))(
  '%s is masked: %s',
  (_, value, text) => {
    const masked = openVault().mask(text)
    expect(masked).toContain('[secret:1]')
    for (const line of value.split('\n').filter((part) => !part.startsWith('-----'))) expect(masked).not.toContain(line)
  },
)

const innocent: readonly (readonly [string, string])[] = [
  ['a call that returns a token', 'const token = await getToken(user, 12)'],
  ['a name of a setting', 'password: string'],
  ['a placeholder', 'OPENAI_API_KEY=your-api-key'],
  ['a reference', 'apiKey: process.env.OPENAI_API_KEY'],
  ['a secret of CI by name', ['token: $', '{{ secrets.GITHUB_TOKEN }}'].join('')],
  ['a hash of a commit', 'commit 3f786850e387550fdab836ed7e6dc881de23001b'],
  ['a short hyphenated name', 'sk-learn is not a key'],
  ['an address without a password', 'https://example.org:8080/path@v2'],
  [
    'a public key',
    '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----',
  ],
  ['a count of tokens', 'max_tokens: 4096000000'],
  ['tokens of a parser', 'tokens = "identifier"'],
]

test.each(innocent)('%s is left alone: %s', (_, text) => {
  expect(openVault().mask(text)).toBe(text)
})

test.each(['changeme', 'xxxx', 'your-token-here', 'undefined'])('%s stands for no secret', (value) => {
  expect(isPlaceholder(value)).toBe(true)
})

test('a text of a megabyte without a secret is read in well under a second', () => {
  const text = 'token password secret key = '.repeat(40_000)
  const begun = performance.now()
  openVault().mask(text)
  expect(performance.now() - begun).toBeLessThan(5000)
})
