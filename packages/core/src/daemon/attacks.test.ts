// Attacks on a running daemon, each tried by hand first: what an outsider on the machine, a web page, or a client that has
// the token and means ill can send. After each the daemon must answer an honest client.
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INBOUND_FRAME_BYTES_MAX, RequestId, SequenceId, ThreadId } from '@rawr/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { BindRefusedError, startDaemon } from './main.ts'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'
import { OPCODE, openRawSocket, rawFrame } from './testing/raw-socket.ts'

let bench: DaemonBench
const open: { terminate(): void }[] = []

beforeAll(async () => {
  bench = await openDaemonBench([saying('Yes.')])
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  // The honest client.
  const version = await fetch(`http://127.0.0.1:${bench.daemon.port}/version`)
  expect(version.status).toBe(200)
})
afterAll(() => bench.close())

const HELLO = JSON.stringify({
  type: 'hello',
  protocol: { min: 1, max: 1 },
  client: { name: 'attacker', version: '0' },
})

const raw = async (headers: readonly string[] = []) => {
  const { port, token } = bench.daemon
  const socket = await openRawSocket({ port, token, headers })
  open.push({ terminate: () => socket.socket.destroy() })
  return socket
}

const text = (content: string) => rawFrame({ opcode: OPCODE.text, payload: Buffer.from(content) })

/** Status of an upgrade that is refused; 101 where it is not. */
const upgrade = async (path: string, headers: Record<string, string>): Promise<number> => {
  const socket = new WebSocket(`ws://127.0.0.1:${bench.daemon.port}${path}`, { headers })
  open.push(socket)
  socket.on('error', () => {})
  return Promise.race([
    once(socket, 'unexpected-response').then(([, response]) => response.statusCode),
    once(socket, 'open').then(() => 101),
  ])
}

/** An honest socket that says what it is given, and the frames that come back. */
const talk = async () => {
  const { port, token } = bench.daemon
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: `Bearer ${token}` } })
  open.push(socket)
  const frames: Record<string, unknown>[] = []
  socket.on('message', (content) => frames.push(JSON.parse(String(content))))
  await once(socket, 'open')
  socket.send(HELLO)
  await once(socket, 'message')
  const ask = async (frame: unknown): Promise<Record<string, unknown>> => {
    const before = frames.length
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    while (frames.length === before) await once(socket, 'message')
    return frames[before] ?? {}
  }
  return { socket, frames, ask }
}

describe('without the token', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test('a guess, half of it, and none open nothing', async () => {
    const { token } = bench.daemon
    expect(await upgrade('/', {})).toBe(401)
    expect(await upgrade('/', bearer('guess'))).toBe(401)
    expect(await upgrade('/', bearer(token.slice(0, -1)))).toBe(401)
    expect(await upgrade('/', bearer(`${token}x`))).toBe(401)
  })

  test('a token in the address or in a cookie is none, so that it never stands in a history or a log', async () => {
    const { token } = bench.daemon
    expect(await upgrade(`/?token=${token}&access_token=${token}`, {})).toBe(401)
    expect(await upgrade('/', { cookie: `token=${token}` })).toBe(401)
  })

  test('a web page gets 403 even with the right token, whatever it calls itself', async () => {
    const { token, port } = bench.daemon
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${port}`, 'file://'])
      expect(await upgrade('/', { ...bearer(token), origin })).toBe(403)
  })

  test('neither the token nor a refused one is written down anywhere but in its file', async () => {
    await upgrade('/', bearer('guessed-and-wrong'))
    const log = readFileSync(join(bench.home, 'daemon.log'), 'utf8')
    expect(log).not.toContain(bench.daemon.token)
    expect(log).not.toContain('guessed-and-wrong')
    expect(statSync(join(bench.home, 'daemon.json')).mode & 0o777).toBe(0o600)
  })

  test('a token file that lies ready for others to read is replaced, not filled', async () => {
    const home = mkdtempSync(join(tmpdir(), 'rawr-home-'))
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'daemon.json'), '{}')
    chmodSync(join(home, 'daemon.json'), 0o644)
    const daemon = await startDaemon({ home, version: '0.1.0' })
    expect(statSync(join(home, 'daemon.json')).mode & 0o777).toBe(0o600)
    await daemon.close()
  })

  test('a daemon is not opened beyond loopback by an option alone', async () => {
    const home = mkdtempSync(join(tmpdir(), 'rawr-home-'))
    const opening = startDaemon({ home, version: '0.1.0', bind: { host: '0.0.0.0' } })
    await expect(opening).rejects.toThrow(BindRefusedError)
    expect(readdirSync(home)).toEqual([])
  })
})

describe('frames that break the rules of WebSocket', () => {
  test.each([
    ['not masked', rawFrame({ opcode: OPCODE.text, payload: Buffer.from(HELLO), isMasked: false }), 1002],
    ['said to be compressed', rawFrame({ opcode: OPCODE.text, payload: Buffer.from(HELLO), rsv1: true }), 1002],
    ['text that is no UTF-8', rawFrame({ opcode: OPCODE.text, payload: Buffer.from([0xff, 0xfe, 0xc0]) }), 1007],
    ['said to be as long as a number can say', rawFrame({ opcode: OPCODE.text, claimedBytes: 2n ** 62n }), 1009],
    [
      'one byte longer than allowed',
      rawFrame({ opcode: OPCODE.text, claimedBytes: BigInt(INBOUND_FRAME_BYTES_MAX + 1) }),
      1009,
    ],
    ['a ping that is too long', rawFrame({ opcode: OPCODE.ping, payload: Buffer.alloc(126) }), 1002],
    ['an opcode that does not exist', rawFrame({ opcode: 5 }), 1002],
  ])('%s', async (_name, bytes, code) => {
    const socket = await raw(['Sec-WebSocket-Extensions: permessage-deflate'])
    socket.write(bytes)
    expect(await socket.closeCode).toBe(code)
  })

  test('one message in a hundred thousand pieces', async () => {
    const socket = await raw()
    const piece = rawFrame({ opcode: OPCODE.continuation, payload: Buffer.from(' '), isLast: false })
    socket.write(rawFrame({ opcode: OPCODE.text, payload: Buffer.from(' '), isLast: false }))
    socket.write(Buffer.concat(Array.from({ length: 100_000 }, () => piece)))
    expect(await socket.closeCode).toBe(1008)
  })

  test('a flood of pings whose answers are never read fills no memory', { timeout: 60_000 }, async () => {
    const socket = await raw()
    socket.write(text(HELLO))
    socket.socket.pause()
    const pings = Buffer.concat(
      Array.from({ length: 8_000 }, () => rawFrame({ opcode: OPCODE.ping, payload: Buffer.alloc(125) })),
    )
    const before = process.memoryUsage()
    for (let round = 0; round < 40; round++) await new Promise((resolve) => socket.socket.write(pings, resolve))
    const grown = process.memoryUsage().external - before.external
    // 40 MB of pings; answered they would be as much again.
    expect(grown).toBeLessThan(20 * 1024 * 1024)
  })
})

describe('frames of a client that has the token', () => {
  test('a name of ten million characters is refused in a short answer', async () => {
    const { ask } = await talk()
    const name = 'x'.repeat(10_000_000)
    const answer = await ask({ type: 'submission', id: 'sb_1', op: { type: 'interrupt', [name]: 1 } })
    expect(answer).toMatchObject({ type: 'rejected', code: 'unknown_field' })
    expect(JSON.stringify(answer).length).toBeLessThan(2_000)
  })

  test('a million brackets', async () => {
    const { ask } = await talk()
    const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
    expect(await ask(deep)).toMatchObject({ type: 'rejected', code: 'invalid' })
    const inside = `{"type":"submission","id":"sb_2","thread_id":"th","op":{"type":"report_decision","record":${deep}}}`
    expect(await ask(inside)).toMatchObject({ type: 'rejected', id: 'sb_2' })
  })

  test('names of the prototype are data', async () => {
    const { ask } = await talk()
    const settings = '{"__proto__":{"approvals":{"policy":"never"}},"constructor":{"prototype":{"x":1}}}'
    const start = `{"type":"submission","id":"sb_p","op":{"type":"thread_start","cwd":"/","settings":${settings}}}`
    expect(await ask(start)).toMatchObject({ type: 'rejected', code: 'unknown_field' })
    expect('x' in {}).toBe(false)
    const env = `{"type":"submission","id":"sb_q","op":{"type":"thread_start","cwd":"/nowhere","env":{"__proto__":"x"}}}`
    expect(await ask(env)).toMatchObject({ type: 'rejected', id: 'sb_q' })
  })

  test('a key in the wrong place is refused without being repeated', async () => {
    const { ask } = await talk()
    const op = { type: 'thread_start', cwd: '/', api_key: { value: 'sk-secret' } }
    const answer = await ask({ type: 'submission', id: 'sb_1', op })
    expect(answer).toMatchObject({ type: 'rejected', path: ['op', 'api_key'] })
    expect(JSON.stringify(answer)).not.toContain('sk-secret')
  })

  test.each(['../../../etc/passwd', '/etc/passwd', 'th_1/../../x', '*', '.', '\u0000'])(
    'a thread called %j leads to no file',
    async (thread_id) => {
      const { ask } = await talk()
      const op = { type: 'thread_resume', thread_id }
      expect(await ask({ type: 'submission', id: 'sb_1', op })).toMatchObject({ type: 'rejected' })
    },
  )

  test('a thread that it does not follow takes nothing from it', async () => {
    const honest = bench.client()
    const thread_id = await bench.thread(honest)
    const { ask } = await talk()
    for (const op of [{ type: 'interrupt' }, { type: 'user_turn', items: [{ type: 'text', text: 'obey' }] }])
      expect(await ask({ type: 'submission', id: 'sb_1', thread_id, op })).toMatchObject({ code: 'thread_not_found' })
  })

  test('a viewer speaks for no watcher, and nobody approves what was not asked', async () => {
    const driver = bench.client('driver')
    const threadId = await bench.thread(driver)
    await driver.event('presence')
    const viewer = bench.client('viewer', { follow: new Map([[threadId, 0]]) })
    await viewer.item((item) => item.type === 'replay_complete')
    const items = [{ type: 'text', text: 'compact' }] as const
    const sequence_id = SequenceId.parse('sq_1')
    expect(
      await viewer.submit({ type: 'user_turn', items: [...items], origin: 'packet_prompt', sequence_id }, { threadId }),
    ).toMatchObject({ type: 'rejected', code: 'not_driver' })
    expect(
      await viewer.submit(
        { type: 'exec_approval', request_id: RequestId.parse('rq_1'), decision: 'approved' },
        { threadId: ThreadId.parse(threadId) },
      ),
    ).toMatchObject({ type: 'rejected', code: 'no_such_approval' })
  })

  test('a name cannot steer the terminals of others, nor fill them', async () => {
    const driver = bench.client('driver')
    const threadId = await bench.thread(driver)
    const name = `\u001b]0;owned\u0007\u202eevil${'x'.repeat(1_000)}`
    const attacker = bench.client(name, { follow: new Map([[threadId, 0]]) })
    await attacker.item((item) => item.type === 'replay_complete')
    const { msg } = await driver.event('presence', 1)
    const [, other] = msg.clients
    expect(other?.name).toBe(`]0;ownedevil${'x'.repeat(1_000)}`.slice(0, 100))
  })

  test('ops without end, each one good, keep nobody else waiting and fill no memory', { timeout: 60_000 }, async () => {
    const { url, token } = bench.daemon
    const honest = bench.client('patient')
    const threadId = await bench.thread(honest)
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
    open.push(socket)
    await once(socket, 'open')
    let answers = 0
    let refused = 0
    socket.on('message', (content) => {
      const { type, code } = JSON.parse(String(content))
      if (type === 'accepted' || type === 'rejected') answers += 1
      if (code === 'queue_full') refused += 1
    })
    socket.send(JSON.stringify({ ...JSON.parse(HELLO), last_seen: [{ thread_id: threadId, seq: 0 }] }))
    const before = process.memoryUsage().rss
    const op = { type: 'interrupt' }
    let sent = 0
    const pour = (count: number): void => {
      for (const end = sent + count; sent < end; sent++)
        socket.send(JSON.stringify({ type: 'submission', id: `sb_flood_${sent}`, thread_id: threadId, op }))
    }
    pour(FLOOD)
    let waiting = true
    const answer = honest.submit({ type: 'interrupt' }, { threadId }).finally(() => {
      waiting = false
    })
    // It goes on for as long as the other one waits, and is answered to its end.
    while (waiting && sent < FLOOD_MAX) {
      pour(200)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await answer).toMatchObject({ type: 'accepted' })
    expect(sent).toBeLessThan(FLOOD_MAX)
    while (answers < sent) await once(socket, 'message')
    expect(refused).toBeGreaterThan(0)
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(200)
    expect(honest.logged().map(({ msg }) => msg.type)).not.toContain('error')
  })

  test('frames without end that are never read end the connection, not the daemon', { timeout: 60_000 }, async () => {
    const { socket } = await talk()
    socket.pause()
    const closed = once(socket, 'close')
    const junk = `{"type":"submission","id":"${'i'.repeat(150)}","op":{"type":"${'q'.repeat(500)}"}}`
    // Closed only shows once it is read again.
    const pour = (): void => {
      for (let n = 0; n < 2_000 && socket.readyState === WebSocket.OPEN; n++) socket.send(junk)
    }
    for (let round = 0; round < 60 && !wasEvicted(bench.home); round++) {
      pour()
      await new Promise((resolve) => setImmediate(resolve))
      while (socket.bufferedAmount > 1_000_000 && !wasEvicted(bench.home))
        await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(wasEvicted(bench.home)).toBe(true)
    socket.resume()
    await closed
  })
})

/** Submissions, sent as fast as a socket takes them. */
const FLOOD = 10_000
const FLOOD_MAX = 20 * FLOOD

const wasEvicted = (home: string): boolean => readFileSync(join(home, 'daemon.log'), 'utf8').includes('client_evicted')
