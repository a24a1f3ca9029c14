// The real program as a child process: what it prints, how it exits, and that it writes nothing.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runCommand } from './command.ts'
import { compact } from './compact.ts'

// A process each, from sources, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'rawr-cli-'))
const home = join(folder, 'home')
afterAll(() => rmSync(folder, { recursive: true }))

type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

const rawr = (...args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const program = join(import.meta.dirname, 'main.ts')
    const child = spawn(process.execPath, ['--conditions=@rawr/source', program, ...args], {
      env: { ...process.env, INIT_CWD: folder, RAWR_HOME: home, HOME: home },
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (piece) => {
      out += piece
    })
    child.stderr.on('data', (piece) => {
      err += piece
    })
    child.on('close', (code) => resolve({ code, out, err }))
  })

const line = (type: string, payload: object) => JSON.stringify({ timestamp: '2026-03-04T05:06:07.000Z', type, payload })
const said = (role: string, text: string) =>
  line('response_item', {
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  })
const ran = (number: number) => [
  line('response_item', {
    type: 'function_call',
    name: 'shell_command',
    arguments: JSON.stringify({ command: `cat shelf-${number}.txt` }),
    call_id: `c${number}`,
  }),
  line('response_item', {
    type: 'function_call_output',
    call_id: `c${number}`,
    output: `Exit code: 0\nOutput:\n${Array.from({ length: 60 }, (_, row) => `shelf ${number} holds book ${number * 97 + row}`).join('\n')}`,
  }),
]
const meta = line('session_meta', { id: 'x', cwd: '/home/noor/library', cli_version: '0.120.0' })
const session = [
  meta,
  said('user', 'Count the books on every shelf.'),
  ...Array.from({ length: 60 }, (_, index) => ran(index)).flat(),
  said('assistant', 'There are 3,600 books.'),
  said('user', 'Now sort them.'),
]
writeFileSync(join(folder, 'long.jsonl'), session.join('\n'))
writeFileSync(join(folder, 'short.jsonl'), `\ufeff${session.slice(0, 2).join('\r\n')}\r\n{"timest`)
writeFileSync(join(folder, 'empty.jsonl'), '')
writeFileSync(join(folder, 'binary.jsonl'), new Uint8Array([1, 0, 2, 0]))
writeFileSync(join(folder, 'other.jsonl'), '{"type":"session.start","data":{"sessionId":"s"}}\n')
const files = readdirSync(folder).sort()

const KEYS = [
  'format',
  'strategy',
  'tokens_before',
  'tokens_after',
  'kept',
  'archived',
  'pinned',
  'cleared',
  'headroom',
  'estimate',
]

test('a report as JSON names what was done, and nothing was', async () => {
  const { code, out, err } = await rawr('compact', 'long.jsonl', '--dry-run', '--json')
  const report = JSON.parse(out)
  expect([code, err]).toEqual([0, ''])
  expect(Object.keys(report)).toEqual(expect.arrayContaining(KEYS))
  expect(report).toMatchObject({ format: 'codex', strategy: 'extractive', pinned: 0, window: 200_000 })
  expect(report.tokens_after).toBeLessThan(report.tokens_before)
  expect(report.kept + report.cleared + report.archived).toBe(report.items)
})

test('what is too small stays as it is; a torn last line, CRLF and a byte-order mark are no matter', async () => {
  const { code, out } = await rawr('compact', 'short.jsonl', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    strategy: 'none',
    kept: 1,
    archived: 0,
    skipped_lines: 1,
    torn_last_line: true,
  })
  const { out: text } = await rawr('compact', 'short.jsonl')
  expect(text).toContain('Nothing to compact.')
  expect(text).toContain('Skipped 1 unreadable line, the last one torn.')
})

test('the context itself keeps its budget, the same on each run, and sees only the lines before LINE', async () => {
  const once = await rawr('compact', 'long.jsonl', '--strategy', 'extractive', '--budget', '1000', '--emit', 'text')
  const again = await rawr('compact', 'long.jsonl', '--strategy', 'extractive', '--budget', '1000', '--emit', 'text')
  expect(once.code).toBe(0)
  expect(once).toEqual(again)
  const { get_encoding } = await import('tiktoken')
  expect(get_encoding('o200k_base').encode(once.out, [], []).length).toBeLessThanOrEqual(1_000)
  expect(once.out).toContain('Now sort them.')
  const before = await rawr('compact', 'long.jsonl', '--budget', '1000', '--until', '124', '--emit', 'text')
  expect(before.out).not.toContain('Now sort them.')
  expect(before.out).toContain('3,600 books')
})

test('a window of one’s own counts for the headroom', async () => {
  const { out } = await rawr('compact', 'long.jsonl', '--json', '--context-window', '50,000')
  expect(JSON.parse(out)).toMatchObject({ window: 50_000, window_from: 'option' })
})

const refused: readonly [readonly string[], RegExp][] = [
  [['empty.jsonl'], /empty\.jsonl is empty: there is no session in it\. Name another file\./],
  [['binary.jsonl'], /binary\.jsonl is not a text file/],
  [['other.jsonl'], /is a session of copilot-cli/],
  [['nowhere.jsonl'], /There is no file .*nowhere\.jsonl: check the name/],
  [['.'], /is a folder: name a file in it/],
  [[], /usage: rawr compact FILE/],
  [['long.jsonl', '--until', '0'], /--until must be a whole number, 1 or more/],
  [['long.jsonl', '--strategy', 'magic'], /--strategy must be one of/],
  [['long.jsonl', '--emit', 'smoke'], /--emit must be one of/],
]

test.each(refused)('rawr compact %j ends with exit 2 and one line', async (args, message) => {
  const out: string[] = []
  const err: string[] = []
  const print = (text: string) => void out.push(text)
  const complain = (text: string) => void err.push(text)
  const at = { cwd: folder, env: {}, print, complain, readInput: async () => '' }
  expect(await runCommand(compact, args, at)).toBe(2)
  expect(out).toEqual([])
  expect(err).toEqual([expect.stringMatching(message)])
  expect(err[0]).not.toContain('\n')
})

test.each([
  [
    ['compact', 'long.jsonl', '--bugdet', '5'],
    'rawr: unknown flag --bugdet; nearest: --budget (rawr compact --help shows them)\n',
  ],
  [['compcat'], 'rawr: unknown command "compcat"; nearest: compact\n'],
])('the whole program answers %j with exit 2 and one line', async (args, err) => {
  expect(await rawr(...args)).toEqual({ code: 2, out: '', err })
})

test('a refusal is JSON where JSON was asked for', async () => {
  const { code, out, err } = await rawr('compact', 'other.jsonl', '--dry-run', '--json')
  expect([code, err]).toEqual([2, ''])
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'format_not_supported', format: 'copilot-cli' } })
})

test('help names every command and every flag', async () => {
  const { code, out } = await rawr('--help')
  expect(code).toBe(0)
  expect(out).toContain('compact')
  expect(await rawr('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  expect((await rawr('compact', '--help')).out).toContain('--until LINE')
})

test('none of this wrote a file', () => {
  expect(readdirSync(folder).sort()).toEqual(files)
  expect(readFileSync(join(folder, 'long.jsonl'), 'utf8')).toBe(session.join('\n'))
})
