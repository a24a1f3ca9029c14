// A hundred thousand broken frames against a real daemon: each is answered or closed with a code, nothing crashes, no
// memory is lost, and an honest client beside it is served as ever.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { decodeClientFrame } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDaemonBench, saying } from './testing/daemon-bench.ts'
import { mutateFrame } from './testing/mutate-frame.ts'
import { chanceFrom } from './testing/seeded-chance.ts'

const FRAMES = 100_000

/** Between two looks at the answers. */
const BATCH = 200

const golden = new URL('../../../protocol/golden/op/', import.meta.url)

/** Frames that stayed good by chance would end the daemon, or start turns and threads without end. */
const isBroken = (bytes: Uint8Array): boolean => !decodeClientFrame(Buffer.from(bytes).toString()).ok

test('every broken frame is answered or closed with a code', { timeout: 1_800_000 }, async () => {
  const chance = chanceFrom(Number(process.env.SEED ?? 1))
  const bench = await openDaemonBench([saying('Yes.')])
  const honest = bench.client('honest')
  const threadId = await bench.thread(honest)
  const frames = readdirSync(golden)
    .map((name) => readFileSync(new URL(name, golden), 'utf8'))
    .map((text) => JSON.stringify(JSON.parse(text)).replaceAll('"th_01"', JSON.stringify(threadId)))
  const counts = { answered: 0, closed: new Map<number, number>() }
  let line = await openLine(bench.daemon, threadId)
  let before: number | null = null
  let looked = 0
  for (let sent = 0; sent < FRAMES; ) {
    const batch = Array.from({ length: BATCH }, () =>
      mutateFrame(frames[Math.floor(chance() * frames.length)] ?? '', chance),
    )
    for (const { bytes } of batch) {
      if (!isBroken(bytes)) continue
      sent += 1
      line.socket.send(bytes, { binary: false })
      line.asked += 1
      // What is no UTF-8 ends the socket by WebSocket's own rule; nothing behind it is read.
      if (!isUtf8(bytes)) {
        const [code] = (await once(line.socket, 'close')) as [number]
        counts.closed.set(code, (counts.closed.get(code) ?? 0) + 1)
        expect(line.answered).toBe(line.asked - 1)
        counts.answered += line.answered
        line = await openLine(bench.daemon, threadId)
      }
    }
    while (line.answered < line.asked) await once(line.socket, 'message')
    if (sent > looked + FRAMES / 5) {
      looked = sent
      before ??= process.memoryUsage().rss
      const answer = await honest.submit({ type: 'interrupt' }, { threadId })
      expect(answer.type).toBeOneOf(['accepted', 'rejected'])
    }
  }
  counts.answered += line.answered
  line.socket.close()
  expect([...counts.closed.keys()]).toEqual([1007])
  expect('x' in {}).toBe(false)
  const grownMb = (process.memoryUsage().rss - (before ?? 0)) / 1024 / 1024
  process.stdout.write(
    `fuzz: ${counts.answered} answered, closed ${JSON.stringify([...counts.closed])}, RSS ${grownMb.toFixed(0)} MB\n`,
  )
  expect(grownMb).toBeLessThan(200)
  const said = await honest.submit({ type: 'user_turn', items: [{ type: 'text', text: 'Still there?' }] }, { threadId })
  expect(said).toMatchObject({ type: 'accepted' })
  await honest.event('turn_complete')
  expect(readFileSync(`${bench.home}/daemon.log`, 'utf8')).not.toMatch(
    /submission_failed|listener_failed|session_failed/,
  )
  await bench.close()
})

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

type Line = { readonly socket: WebSocket; asked: number; answered: number }

const openLine = async ({ port, token }: { port: number; token: string }, threadId: string): Promise<Line> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: `Bearer ${token}` } })
  await once(socket, 'open')
  const line: Line = { socket, asked: 0, answered: 0 }
  const hello = { type: 'hello', protocol: { min: 1, max: 1 }, client: { name: 'fuzz', version: '0' } }
  socket.send(JSON.stringify({ ...hello, last_seen: [{ thread_id: threadId, seq: 1_000_000 }] }))
  socket.on('message', (text) => {
    const { type } = JSON.parse(String(text))
    if (type === 'accepted' || type === 'rejected') line.answered += 1
  })
  await once(socket, 'message')
  return line
}
