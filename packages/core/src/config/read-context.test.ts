import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { INSTRUCTION_BYTES_MAX, readInstructions } from './read-context.ts'

const place = (files: Record<string, string | Uint8Array>) => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-context-'))
  for (const [name, content] of Object.entries({ 'repo/.git/HEAD': '', 'repo/app/a.txt': '', ...files })) {
    mkdirSync(dirname(join(base, name)), { recursive: true })
    writeFileSync(join(base, name), content)
  }
  const read = () => readInstructions({ home: join(base, 'home'), cwd: join(base, 'repo/app') })
  return { base, read }
}

test('the user’s own come first, then from the root down; CLAUDE.md only where AGENTS.md is missing', async () => {
  const { base, read } = place({
    'home/AGENTS.md': 'mine',
    'repo/AGENTS.md': 'root',
    'repo/CLAUDE.md': 'not read',
    'repo/app/CLAUDE.md': 'app',
    'AGENTS.md': 'above the repository: not read',
  })
  expect(await read()).toEqual({
    instructions: [
      { path: join(base, 'home/AGENTS.md'), text: 'mine' },
      { path: join(base, 'repo/AGENTS.md'), text: 'root' },
      { path: join(base, 'repo/app/CLAUDE.md'), text: 'app' },
    ],
    warnings: [],
  })
})

test('the text is byte for byte what the file holds', async () => {
  const text = '\uFEFF# Rules\r\n\r\n- größer 🙂 \t\n\n\n'
  const { read } = place({ 'repo/AGENTS.md': text })
  expect((await read()).instructions[0]?.text).toBe(text)
})

test('all files together have 32 KiB; the cut spares whole characters and is said', async () => {
  const { base, read } = place({
    'repo/AGENTS.md': 'x'.repeat(INSTRUCTION_BYTES_MAX - 6),
    'repo/app/AGENTS.md': '🙂🙂🙂',
  })
  const { instructions, warnings } = await read()
  expect(instructions[1]?.text).toBe('🙂')
  expect(warnings).toEqual([expect.stringContaining(`${join(base, 'repo/app/AGENTS.md')}: 8 bytes left out`)])
})

test('what is no text or no file costs a warning or nothing, never the start', async () => {
  const { base, read } = place({ 'repo/AGENTS.md': new Uint8Array([0x66, 0xff, 0xfe]) })
  mkdirSync(join(base, 'repo/app/AGENTS.md'))
  expect(await read()).toEqual({
    instructions: [],
    warnings: [`${join(base, 'repo/AGENTS.md')} was left out: it is not UTF-8 text`],
  })
})

test('a file that two folders share is read once', async () => {
  const { base, read } = place({ 'repo/AGENTS.md': 'shared' })
  symlinkSync(join(base, 'repo/AGENTS.md'), join(base, 'repo/app/AGENTS.md'))
  expect((await read()).instructions).toHaveLength(1)
})

test.skipIf(process.platform === 'win32')('a pipe of that name is passed over and never waited for', async () => {
  const { base, read } = place({})
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(base, 'repo/AGENTS.md')])
  expect((await read()).instructions).toEqual([])
})

test('a link of the project to a file that is none of its own is not followed, unless that is Markdown', async () => {
  const { base, read } = place({ 'keys/credentials': 'aws_secret = x', 'notes/shared.md': 'Shared.' })
  symlinkSync(join(base, 'keys/credentials'), join(base, 'repo/AGENTS.md'))
  symlinkSync(join(base, 'notes/shared.md'), join(base, 'repo/app/AGENTS.md'))
  const { instructions, warnings } = await read()
  expect(instructions.map(({ text }) => text)).toEqual(['Shared.'])
  expect(warnings).toEqual([expect.stringContaining('neither in the project nor Markdown')])
})

test('of a file of any size no more is read than there is room for', async () => {
  const { base, read } = place({ 'repo/AGENTS.md': 'Quiet.' })
  truncateSync(join(base, 'repo/AGENTS.md'), 64 * 1024 ** 3)
  const { instructions, warnings } = await read()
  expect(instructions[0]?.text).toHaveLength(INSTRUCTION_BYTES_MAX)
  expect(warnings).toEqual([expect.stringContaining('bytes left out')])
})
