import type { RolloutLine } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLANTED } from './testing/planted-secrets.ts'
import { openVault } from './vault.ts'

test('a value has one mark wherever it stands, and gets it back in arguments', () => {
  const vault = openVault()
  const [{ value, text }] = PLANTED as [(typeof PLANTED)[number]]
  const masked = vault.mask(`${text}\nused again: ${value}`)
  expect(masked).toBe('OPENAI_API_KEY=[secret:1]\nused again: [secret:1]')
  expect(vault.reveal(JSON.stringify({ command: 'curl -H "k: [secret:1]"' }))).toEqual({
    ok: true,
    value: JSON.stringify({ command: `curl -H "k: ${value}"` }),
  })
})

test('law: masking twice changes nothing, and what is put back is what was there', () => {
  const line = fc.oneof(fc.constantFrom(...PLANTED.map(({ text }) => text)), fc.string())
  fc.assert(
    fc.property(fc.array(line), (parts) => {
      const vault = openVault()
      const text = parts.join('\n')
      const masked = vault.maskForeign(text)
      expect(vault.mask(masked)).toBe(masked)
      const revealed = vault.reveal(JSON.stringify({ text: masked }))
      expect(revealed).toEqual({ ok: true, value: JSON.stringify({ text }) })
    }),
  )
})

test('what already reads like a mark in a file stays itself', () => {
  const vault = openVault()
  const masked = vault.maskForeign('the docs say [secret:7]')
  expect(masked).toBe('the docs say [secret:1]')
  expect(vault.reveal(JSON.stringify(masked))).toEqual({ ok: true, value: '"the docs say [secret:7]"' })
})

test('the lines of a key block are known one by one', () => {
  const vault = openVault()
  const block = PLANTED.find(({ kind }) => kind === 'private key')
  vault.mask(block?.text ?? '')
  const line = block?.value.split('\n')[2] ?? ''
  expect(vault.mask(`page two: ${line}`)).toMatch(/^page two: \[secret:\d+\]$/)
})

test('a page that ends or begins inside a key block shows nothing of it', () => {
  const block = PLANTED.find(({ kind }) => kind === 'private key')?.value.split('\n') ?? []
  const [start, end] = [block.slice(0, 3).join('\n'), block.slice(3).join('\n')]
  expect(openVault().mask(start)).toBe('[secret:1]')
  expect(openVault().mask(end)).toBe('[secret:1]')
})

test('after a restart numbers go on, and an old mark is refused with what to do', () => {
  const payload = {
    type: 'message' as const,
    role: 'assistant' as const,
    content: [{ type: 'output_text' as const, text: 'I use [secret:4].' }],
  }
  const line = {
    timestamp: '',
    ordinal: 1,
    type: 'response_item',
    payload: { ...payload, meta: { id: 'i1', at: 1, origin: 'assistant' } },
  }
  // Built by hand: only the text counts here.
  const vault = openVault([line as unknown as RolloutLine])
  expect(vault.mask(PLANTED[0]?.text ?? '')).toBe('OPENAI_API_KEY=[secret:5]')
  const refused = vault.reveal('{"command":"use [secret:4]"}')
  expect(refused.ok ? '' : refused.error).toMatch(/\[secret:4\] is not in memory any more .* read the file again/)
})

// As much as a command may say. Where a pattern looks on from each of them, this takes minutes, and everybody waits.
test.each([
  '-----BEGIN PRIVATE KEY-----\n',
  '-----BEGIN PRIVATE KEY-----a',
  '-----END PRIVATE KEY-----\n',
  `${'A'.repeat(70)}\n`,
])('a text of nothing but %j keeps nobody busy', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  expect(openVault().mask(text).includes('A'.repeat(70))).toBe(piece.startsWith('A'))
})

test('a key whose beginning is cut off is masked behind other lines, and one that never ends before the next begins', () => {
  const body = Array.from({ length: 200 }, (_, line) => `${'Qx7'.repeat(21)}${line % 10}`).join('\n')
  const cut = `src/engine/secrets/testing/planted\n${body}\n-----END PRIVATE KEY-----\nafter`
  expect(openVault().mask(cut)).toMatch(/^\[secret:1\]\nafter$|^src.*\n\[secret:1\]\nafter$/)
  const two = `-----BEGIN PRIVATE KEY-----\n${body}\n-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\nafter`
  expect(openVault().mask(two)).not.toContain('Qx7')
})
