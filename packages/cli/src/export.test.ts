import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ThreadId } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { compactNow } from './testing/compact-now.ts'
import { type Desk, openDesk, recordModel } from './testing/run-rawr.ts'

const desks: Desk[] = []
const desk = (): Desk => {
  const opened = openDesk()
  desks.push(opened)
  return opened
}
afterEach(async () => {
  for (const opened of desks.splice(0)) await opened.clear()
})

const SLOW = { timeout: 90_000 }
const OWN = `AKIA${'Q7'.repeat(8)}`
const FOUND = `ghp_${'a7'.repeat(18)}`

const logIn = (home: string): string => {
  const name = readdirSync(join(home, 'sessions'), { recursive: true }).find((path) => String(path).endsWith('.jsonl'))
  return join(home, 'sessions', String(name))
}

test('SEC-08: an export has every original and masks secrets, those in the user’s own words too', SLOW, async () => {
  const { rawr, home, folder } = desk()
  writeFileSync(join(folder, 'keys.txt'), `${FOUND}\n\`\`\`\n# not a heading\n`)
  recordModel(home, [{ say: 'I will look.', run: ['cat keys.txt'] }, { say: 'It is read.' }])
  const thread = /thread (\S+)/.exec((await rawr('exec', `My key is ${OWN}.`)).err)?.[1] ?? ''
  const md = await rawr('export', thread)
  const json = await rawr('export', thread, '--format', 'json')
  expect([md.code, json.code]).toEqual([0, 0])
  for (const text of [md.out, json.out]) {
    expect(text).toContain('I will look.')
    expect(text).toContain('My key is [secret:')
    expect(text).not.toContain(OWN)
    expect(text).not.toContain(FOUND)
  }
  // The user's own words are theirs in the log.
  expect(readFileSync(logIn(home), 'utf8')).toContain(OWN)
  expect(md.out).toMatch(/\n````\nExit code: 0/)
  const { entries } = JSON.parse(json.out)
  expect(entries.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['message', 'function_call', 'function_call_output']),
  )
})

// The guard: a compaction is an entry of its own (export/entries.ts).
test(
  'STORE-09: after two compactions an export has every original and both summaries, with their borders, as JSON and as Markdown',
  SLOW,
  async () => {
    const { rawr, home } = desk()
    const step = (nth: number) => [
      {
        say: `I will count quay ${nth}.`,
        run: [1, 2, 3].map((part) => `seq -f 'quay ${nth}.%g' ${part * 3000} ${part * 3000 + 2999}`),
      },
      { say: `Quay ${nth} is counted.` },
    ]
    recordModel(home, [...step(1), ...step(2)])
    const thread = ThreadId.parse(/thread (\S+)/.exec((await rawr('exec', 'Count quay 1.')).err)?.[1])
    expect(await compactNow(home, thread)).toBe('context_compacted')
    expect((await rawr('resume', thread, 'Count quay 2.')).code).toBe(0)
    expect(await compactNow(home, thread)).toBe('context_compacted')
    const [md, json] = [await rawr('export', thread), await rawr('export', thread, '--format', 'json')]
    const { entries } = JSON.parse(json.out)
    const kinds = entries.map(({ kind }: { kind: string }) => kind)
    expect(kinds.filter((kind: string) => kind === 'compaction')).toHaveLength(2)
    const borders = entries.filter(({ kind }: { kind: string }) => kind === 'compaction')
    for (const { summary, tokens_before, tokens_after } of borders) {
      expect(summary).toContain('quay 1.%g')
      expect(tokens_after).toBeLessThan(tokens_before)
    }
    const order = [
      'Count quay 1.',
      'I will count quay 1.',
      'quay 1.3000',
      'Quay 1 is counted.',
      'Count quay 2.',
      'quay 2.11999',
      'Quay 2 is counted.',
    ]
    for (const text of [md.out, json.out]) for (const part of order) expect(text, part).toContain(part)
    expect(md.out.match(/^## Compaction \d/gm)).toHaveLength(2)
    // Every block that is opened is closed: it is valid Markdown.
    const outside = md.out.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')
    expect(outside).not.toContain('```')
    expect(outside).not.toContain('quay 1.3000')
  },
)

test('a thread whose first words steer a terminal is listed and exported without steering one', SLOW, async () => {
  const { rawr, home } = desk()
  recordModel(home, [{ say: 'Here \u001b[2J.', run: ["printf '\\033]0;title\\007'"] }, { say: 'Done.' }])
  const thread = /thread (\S+)/.exec((await rawr('exec', 'Say \u001b]0;mine\u0007 please \u009b2J.')).err)?.[1] ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
  for (const words of [['sessions'], ['export', thread, '--format', 'md']]) {
    const { out, err, code } = await rawr(...words)
    expect(code).toBe(0)
    expect(out).toContain('Say ␛]0;mine␇ please')
    expect(out + err).not.toMatch(controls)
  }
})

test('a damaged log is repaired by the command, and what cannot be is refused', SLOW, async () => {
  const { rawr, home } = desk()
  recordModel(home, [{ say: 'First.' }, { say: 'Second.' }])
  const thread = /thread (\S+)/.exec((await rawr('exec', 'One.')).err)?.[1] ?? ''
  await rawr('daemon', 'stop')
  expect(await rawr('repair', thread)).toMatchObject({ code: 0, out: expect.stringContaining('nothing to repair') })
  appendFileSync(logIn(home), 'foreign\n{"torn')
  expect(await rawr('repair', thread)).toMatchObject({ code: 0, out: expect.stringMatching(/2 left out/) })
  expect(await rawr('resume', thread, 'Two.')).toMatchObject({ code: 0, out: 'Second.\n' })
  expect(await rawr('repair', 'th_none')).toMatchObject({ code: 2 })
  expect(await rawr('export', thread, '--format', 'pdf')).toMatchObject({ code: 2 })
})
