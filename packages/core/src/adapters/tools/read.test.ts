import { spawnSync } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
})
afterEach(() => bench.remove())

const check = async (given: Readonly<Record<string, unknown>>, output: string, success = true): Promise<void> =>
  expect(await bench.call('read', given)).toEqual({ output, success })

test('a file comes back as it is, without numbers or notes', async () => {
  await bench.put('a.txt', 'one\n  two\r\nthree')
  await check({ path: 'a.txt' }, 'one\n  two\r\nthree')
  await check({ path: join(bench.cwd, 'a.txt') }, 'one\n  two\r\nthree')
  await check({ file_path: './a.txt' }, 'one\n  two\r\nthree')
})

test('a range says where it ends and how to go on', async () => {
  await bench.put('a.txt', 'one\ntwo\nthree\n')
  await check({ path: 'a.txt', start_line: 2, end_line: 2 }, 'two\n[a.txt: lines 2 to 2; more follow]')
  await check({ path: 'a.txt', start_line: 2 }, 'two\nthree\n[a.txt: lines 2 to 3, the end]')
  await check({ path: 'a.txt', start_line: 7 }, 'a.txt has 3 lines; start_line is 7.', false)
  await check({ path: 'a.txt', start_line: 3, end_line: 2 }, 'end_line 2 is before start_line 3.', false)
  await bench.put('long.txt', `${'x'.repeat(99)}\n`.repeat(1000))
  const page = await bench.call('read', { path: 'long.txt' })
  expect(page.output.endsWith('x\n[long.txt: lines 1 to 320; more follow, go on with start_line 321]')).toBe(true)
})

test('one enormous line is cut and told', async () => {
  await bench.put('one.json', 'x'.repeat(1_000_000))
  const page = await bench.call('read', { path: 'one.json' })
  expect(page.output).toBe(
    `${'x'.repeat(32_000)}\n[one.json: line 1 is too long and was cut; look into it with grep or shell]`,
  )
})

test('other encodings are read as text', async () => {
  await bench.put('latin.txt', Buffer.from('grün\n', 'latin1'))
  await bench.put('marked.txt', '\uFEFFgrün\n')
  await bench.put('wide.txt', Buffer.from('\uFEFFgrün\n', 'utf16le'))
  for (const path of ['latin.txt', 'marked.txt', 'wide.txt']) await check({ path }, 'grün\n')
})

test('a page of UTF-16 of either order, and of Latin-1 that shows late, is text too', async () => {
  await bench.put('wide.txt', Buffer.from('\uFEFFgrün\nzwei\n', 'utf16le').swap16())
  await check({ path: 'wide.txt', start_line: 2 }, 'zwei\n[wide.txt: lines 2 to 2, the end]')
  const ascii = 'a line of text here\n'.repeat(5000)
  await bench.put('late.txt', Buffer.concat([Buffer.from(ascii), Buffer.from('grün\n', 'latin1')]))
  await check({ path: 'late.txt', start_line: 5001 }, 'grün\n[late.txt: lines 5001 to 5001, the end]')
  await bench.put('cut.txt', Buffer.concat([Buffer.from(ascii), Buffer.from([0xc3])]))
  await check({ path: 'cut.txt', start_line: 5001 }, 'Ã\n[cut.txt: lines 5001 to 5001, the end]')
  const patch = '*** Begin Patch\n*** Update File: late.txt\n@@\n-grün\n+schön\n*** End Patch'
  expect(await bench.call('apply_patch', { input: patch })).toMatchObject({ success: true })
})

test('what is no text file is refused with what to do', async () => {
  await bench.put('image.png', Buffer.from([0x89, 0x50, 0, 0]))
  await bench.put('src/index.ts', '')
  await bench.put('src/internal.ts', '')
  spawnSync('bash', ['-c', 'mkfifo pipe'], { cwd: bench.cwd })
  await symlink('loop', join(bench.cwd, 'loop'))
  await check({ path: 'image.png' }, 'image.png is a binary file of 4 bytes.', false)
  await check({ path: 'src' }, 'src is a folder: use list_dir.', false)
  await check({ path: 'pipe' }, 'pipe is not a regular file.', false)
  await check({ path: 'loop' }, 'loop: its links lead in a circle', false)
  await check({ path: 'src/index.js' }, 'src/index.js: no such file or folder; its folder has index.ts', false)
  await check({ path: 'src/q' }, 'src/q: no such file or folder; its folder has index.ts, internal.ts', false)
  await check({ path: 'src/index.ts/x' }, 'src/index.ts/x: a part of the path is not a folder', false)
  await check({ path: 'src/index.ts' }, '[src/index.ts is empty]')
})

test('calls run side by side and their purpose names file and lines', async () => {
  const call = (given: unknown) => ({ callId: 'ca_1', name: 'read', arguments: JSON.stringify(given) })
  expect(bench.runner.runsAlone(call({ path: 'a' }))).toBe(false)
  expect(bench.runner.purpose(call({ path: 'a' }), bench.cwd)).toEqual({ kind: 'other', summary: 'a' })
  expect(bench.runner.purpose(call({ path: 'a', start_line: 3 }), bench.cwd)).toEqual({
    kind: 'other',
    summary: 'a:3-',
  })
})

test('a confined session does not show its own agent’s folder, by whatever name', async () => {
  const confined = await toolBench({ mode: 'workspace-write', hidden: 'secret' })
  await writeFile(join(confined.cwd, '../secret/daemon.json'), '{"token":"x"}')
  await symlink('../secret/daemon.json', join(confined.cwd, 'link'))
  for (const path of ['../secret/daemon.json', 'link']) {
    expect(await confined.call('read', { path })).toEqual({
      output: `${path}: the sandbox does not show this folder`,
      success: false,
    })
  }
  await confined.remove()
})

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an image is shown, whatever it is called; one that is too large is refused with its size', async () => {
  await bench.put('shot.bin', PNG)
  const shown = await bench.call('read', { path: 'shot.bin' })
  expect(shown).toMatchObject({ output: `[shot.bin: image/png, ${PNG.length} bytes]`, success: true })
  expect(shown.images).toMatchObject([{ type: 'image/png' }])
  expect(Buffer.from(shown.images?.[0]?.bytes ?? []).equals(PNG)).toBe(true)
  await bench.put('large.png', Buffer.concat([PNG, Buffer.alloc(5_242_880)]))
  const refused = await bench.call('read', { path: 'large.png' })
  expect(refused).toMatchObject({ success: false, output: expect.stringMatching(/large\.png has \d+ bytes.*5242880/) })
})
