import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HistoryItem, type RolloutItem, SessionMeta, ThreadId } from '@rawr/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import type { ThreadLog } from '../../ports/thread-log.ts'
import { threadStoreContract } from '../../testing/contracts/thread-log.ts'
import { openThreadStore } from './thread-log.ts'

const AT = Date.UTC(2026, 2, 4, 5, 6, 7, 89)
const clock = { now: () => AT }

const freshHome = () => mkdtempSync(join(tmpdir(), 'rawr-store-'))

const meta = (id = 'th_1', timestamp = new Date(AT).toISOString()) =>
  SessionMeta.parse({ id, timestamp, cwd: '/work', originator: 'rawr', cli_version: '0.1.0', source: 'test' })

const said = (text: string, id = 'i1', origin = 'user'): RolloutItem => ({
  type: 'response_item',
  payload: HistoryItem.parse({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
    meta: { id, at: AT, origin },
  }),
})

const fileOf = (home: string, id = 'th_1') =>
  join(home, 'sessions/2026/03/04', `rollout-2026-03-04T05-06-07-${id}.jsonl`)

const started = async (...texts: string[]) => {
  const home = freshHome()
  const log = await openThreadStore({ home, clock }).create(meta())
  log.append(texts.map((text, n) => said(text, `i${n + 1}`)))
  await log.sync()
  await log.close()
  return home
}

const opened: ThreadLog[] = []

afterEach(async () => {
  // A log that a test closed itself refuses the second time.
  for (const log of opened.splice(0)) await log.close().catch(() => {})
})

const reopen = async (home: string, id = 'th_1') => {
  const answer = await openThreadStore({ home, clock }).open(ThreadId.parse(id))
  if (!answer.ok) throw new Error(answer.error.message)
  opened.push(answer.value.log)
  return answer.value
}

test('a thread lies in the folder of its day, begins with its identity and is the owner’s alone', async () => {
  const home = await started('Good morning')
  const lines = readFileSync(fileOf(home), 'utf8').trimEnd().split('\n')
  expect(JSON.parse(lines[0]!)).toEqual({
    timestamp: '2026-03-04T05:06:07.089Z',
    ordinal: 0,
    type: 'session_meta',
    payload: meta(),
  })
  expect(JSON.parse(lines[1]!)).toMatchObject({ ordinal: 1, type: 'response_item' })
  expect(statSync(fileOf(home)).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, 'sessions')).mode & 0o777).toBe(0o700)
})

test('what was appended comes back line for line, and ordinals go on without a hole', async () => {
  const home = await started('one', 'two')
  const { log, lines, skipped } = await reopen(home)
  expect(lines.map((line) => line.ordinal)).toEqual([0, 1, 2])
  expect(skipped).toEqual([])
  expect(log.append([said('three', 'i3'), said('four', 'i4')]).map((line) => line.ordinal)).toEqual([3, 4])
  await log.close()
  const again = await reopen(home)
  expect(again.lines.map((line) => line.ordinal)).toEqual([0, 1, 2, 3, 4])
  expect(again.lines[4]).toMatchObject(said('four', 'i4'))
})

describe('a torn last line', () => {
  test('STORE-01: cut at every byte, it is reported once and costs no other line, before or after', async () => {
    const home = await started('one')
    const named = await reopen(home)
    named.log.append([{ type: 'thread', payload: { name: 'zwei 🙂' } }])
    await named.log.close()
    const whole = readFileSync(fileOf(home))
    const start = whole.lastIndexOf('\n', whole.byteLength - 2) + 1
    for (let cut = start + 1; cut < whole.byteLength; cut++) {
      const id = `th_cut${cut}`
      writeFileSync(fileOf(home, id), whole.subarray(0, cut))
      const { log, lines, skipped } = await reopen(home, id)
      const isWhole = cut === whole.byteLength - 1
      expect([cut, lines.length, skipped.length]).toEqual([cut, isWhole ? 3 : 2, isWhole ? 0 : 1])
      log.append([said('after', 'i9')])
      await log.close()
      const again = await reopen(home, id)
      expect(again.lines.map((line) => line.ordinal)).toEqual(isWhole ? [0, 1, 2, 3] : [0, 1, 2])
      expect(again.lines.at(-1)).toMatchObject(said('after', 'i9'))
      await again.log.close()
      rmSync(fileOf(home, id))
    }
  })

  test('says that it was torn', async () => {
    const home = await started('one')
    truncateSync(fileOf(home), statSync(fileOf(home)).size - 5)
    expect((await reopen(home)).skipped).toEqual([{ line: 2, reason: expect.stringContaining('torn last line') }])
  })
})

test('a byte order mark, carriage returns, empty lines and rubbish in the middle cost nothing but the rubbish', async () => {
  const home = await started('one')
  const [first = '', second = ''] = readFileSync(fileOf(home), 'utf8').split('\n')
  const rubbish = Buffer.from([0xff, 0xfe, 0x00, 0x0a])
  writeFileSync(
    fileOf(home),
    Buffer.concat([Buffer.from(`\uFEFF${first}\r\n\r\n`), rubbish, Buffer.from(`${second}\r\n`)]),
  )
  const { lines, skipped } = await reopen(home)
  expect(lines).toHaveLength(2)
  expect(skipped.map((line) => line.line)).toEqual([3])
})

test('two writers never share a thread; a closed one can be opened again', async () => {
  const home = await started()
  const first = await reopen(home)
  const second = await openThreadStore({ home, clock }).open(ThreadId.parse('th_1'))
  expect(second).toMatchObject({ ok: false, error: { code: 'in_use' } })
  await first.log.close()
  await (await reopen(home)).log.close()
})

test('an unknown thread, also one with a path for a name, is not found', async () => {
  const home = await started()
  for (const id of ['th_2', '1', '../../../etc/passwd', 'th_1.jsonl'])
    expect(await openThreadStore({ home, clock }).open(ThreadId.parse(id))).toMatchObject({
      ok: false,
      error: { code: 'thread_not_found' },
    })
})

test('a thread whose name would leave its folder is not created', async () => {
  const store = openThreadStore({ home: freshHome(), clock })
  await expect(store.create(meta('../up'))).rejects.toThrow(/cannot be called/)
})

test('the list shows newest first where each thread began, and passes over what is no log', async () => {
  const home = freshHome()
  const store = openThreadStore({ home, clock })
  expect(await store.list()).toEqual([])
  for (const id of ['th_a', 'th_b']) {
    const log = await store.create(meta(id))
    log.append([said('Read AGENTS.md', 'i0', 'context'), said(`Hello from ${id}`), said('later', 'i2')])
    await log.close()
  }
  writeFileSync(fileOf(home, 'th_c'), 'nothing\n')
  writeFileSync(join(home, 'sessions/notes.txt'), 'mine')
  appendFileSync(fileOf(home, 'th_b'), '{"torn')
  const list = await store.list()
  expect(list.map(({ threadId, firstUserText, cwd }) => ({ threadId, firstUserText, cwd }))).toEqual([
    { threadId: 'th_b', firstUserText: 'Hello from th_b', cwd: '/work' },
    { threadId: 'th_a', firstUserText: 'Hello from th_a', cwd: '/work' },
  ])
  expect(list[0]?.bytes).toBe(statSync(fileOf(home, 'th_b')).size)
  expect(readdirSync(join(home, 'locks'))).toEqual([])
})

describe('the contract of the port', () => {
  test.each(threadStoreContract(async () => openThreadStore({ home: freshHome(), clock })))('$name', ({ run }) => run())
})
