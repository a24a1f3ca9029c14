import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile, readLines } from './import-file.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rawr-lab-'))
})
afterAll(() => rm(folder, { recursive: true }))

const written = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const linesOf = async (content: string): Promise<readonly string[]> => {
  const lines: string[] = []
  for await (const line of readLines(await written('lines', content))) lines.push(line)
  return lines
}

test('only a newline ends a line, also across the pieces a file is read in', async () => {
  const long = 'ä'.repeat(1_500_000)
  expect(await linesOf(`a\r\nb\u2028c\n\n${long}\nd`)).toEqual(['a\r', 'b\u2028c', '', long, 'd'])
  expect(await linesOf('')).toEqual([])
  expect(await linesOf('a\n')).toEqual(['a'])
})

test('a session on disk is read', async () => {
  const path = await written('s.jsonl', '{"timestamp":"t","type":"session_meta","payload":{"cwd":"/home/ana"}}\n')
  expect(await importFile(path)).toMatchObject({ ok: true, value: { format: 'codex', cwd: '/home/ana' } })
})

test('what is no session is told apart', async () => {
  const code = async (path: string) => {
    const read = await importFile(path)
    return read.ok ? 'read' : read.error.code
  }
  expect(await code(await written('empty', ''))).toBe('empty_file')
  expect(await code(await written('zip', new Uint8Array([80, 75, 3, 4, 0, 0])))).toBe('binary_file')
  expect(await code(await written('note', 'hello'))).toBe('format_not_supported')
  expect(await code(folder)).toBe('unreadable_file')
  expect(await code(join(folder, 'nowhere'))).toBe('unreadable_file')
})
