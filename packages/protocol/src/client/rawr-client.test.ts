import { expect, test } from 'vitest'
import type { ClientFrame, ServerFrame } from '../frame.ts'
import { ClientId, Epoch, SubmissionId, ThreadId } from '../ids.ts'
import { type ConnectOptions, connectRawr, LinkClosedError, type SocketLike } from './rawr-client.ts'

const th = ThreadId.parse('th_1')

/** Sockets that a test opens, feeds and breaks by hand. */
const handSockets = () => {
  const opened: HandSocket[] = []
  class HandSocket implements SocketLike {
    onopen: ((event: never) => void) | null = null
    onmessage: ((event: { readonly data: unknown }) => void) | null = null
    onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null
    onerror: ((event: never) => void) | null = null
    readonly url: string
    readonly protocols: string[]
    readonly sent: ClientFrame[] = []
    isClosed = false

    constructor(url: string, protocols: string[]) {
      this.url = url
      this.protocols = protocols
      opened.push(this)
    }
    send(text: string): void {
      this.sent.push(JSON.parse(text))
    }
    close(): void {
      this.isClosed = true
    }
    opens(): this {
      this.onopen?.(undefined as never)
      return this
    }
    says(frame: ServerFrame | string): void {
      this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) })
    }
    breaks(code = 1006): void {
      this.onclose?.({ code, reason: '' })
    }
  }
  return { opened, WebSocket: HandSocket }
}

const welcome = (epoch = 'ep_1'): ServerFrame => ({
  type: 'welcome',
  protocol: 1,
  epoch: Epoch.parse(epoch),
  client_id: ClientId.parse('cl_1'),
  server: { name: 'rawr', version: '0.1.0' },
})
const accepted = (id: string): ServerFrame => ({
  type: 'accepted',
  id: SubmissionId.parse(id),
  outcome: 'started',
  from_seq: 0,
})
const event = (seq: number): ServerFrame => ({
  type: 'event',
  thread_id: th,
  seq,
  id: null,
  msg: { type: 'warning', message: `n${seq}` },
})

const turns = () => new Promise((resolve) => setImmediate(resolve))

const open = async (more: Partial<ConnectOptions> = {}) => {
  const sockets = handSockets()
  const timers: (() => void)[] = []
  const client = connectRawr({
    url: 'ws://127.0.0.1:1',
    token: 'secret',
    client: { name: 'test', version: '0.1.0' },
    WebSocket: sockets.WebSocket,
    random: () => 0.5,
    setTimer: (_ms, callback) => {
      timers.push(callback)
      return () => {}
    },
    ...more,
  } as ConnectOptions)
  await turns()
  const socket = (n = sockets.opened.length - 1) => {
    const found = sockets.opened[n]
    if (found === undefined) throw new Error(`no socket ${n}`)
    return found
  }
  const reconnect = async () => {
    timers.splice(0).forEach((ring) => {
      ring()
    })
    await turns()
    return socket().opens()
  }
  return { client, sockets, socket, reconnect }
}

test('the token travels as a subprotocol, and hello comes first', async () => {
  const { socket } = await open({ follow: new Map([[th, 3]]) })
  expect([socket().url, socket().protocols]).toEqual(['ws://127.0.0.1:1', ['rawr', 'rawr.token.secret']])
  expect(socket().opens().sent).toMatchObject([{ type: 'hello', last_seen: [{ thread_id: th, seq: 3 }] }])
})

test('a submission that was not answered is sent again over the next socket, and answered once', async () => {
  const { client, socket, reconnect } = await open()
  socket().opens().says(welcome())
  const answer = client.submit({ type: 'interrupt' }, { threadId: th, id: SubmissionId.parse('sb_1') })
  socket().breaks()
  const next = await reconnect()
  next.says(welcome())
  expect(next.sent.map((frame) => frame.type)).toEqual(['hello', 'submission'])
  next.says(accepted('sb_1'))
  expect(await answer).toMatchObject({ type: 'accepted', id: 'sb_1' })
})

test('a submission larger than a frame may be is refused here, and the link stays', async () => {
  const { client, socket } = await open()
  socket().opens().says(welcome())
  const text = 'é'.repeat(9 * 1024 * 1024)
  const answer = await client.submit({ type: 'user_turn', items: [{ type: 'text', text }] }, { threadId: th })
  expect(answer).toMatchObject({ type: 'rejected', code: 'frame_too_large' })
  expect(socket().sent.map((frame) => frame.type)).toEqual(['hello'])
})

test('events come once and in order, over several sockets', async () => {
  const { client, socket, reconnect } = await open()
  const events = client.events()
  socket().opens().says(welcome())
  socket().says(event(1))
  socket().breaks()
  const next = await reconnect()
  next.says(welcome())
  next.says(event(1))
  next.says(event(2))
  const kinds: unknown[] = []
  for await (const item of events) {
    kinds.push(item.type === 'event' ? item.seq : item.type === 'link' ? item.status : item.type)
    if (kinds.at(-1) === 2) break
  }
  expect(kinds).toEqual(['ready', 1, 'lost', 'ready', 2])
})

test('an event of a type that only a newer daemon knows is skipped, and no hole is told of', async () => {
  const { client, socket } = await open()
  const events = client.events()
  socket().opens().says(welcome())
  socket().says(event(1))
  socket().says(JSON.stringify({ ...event(2), msg: { type: 'aurora', shine: 1 } }))
  socket().says(event(3))
  const seen = []
  for (let n = 0; n < 3; n++) seen.push((await events.next()).value)
  expect(seen).toEqual([expect.objectContaining({ type: 'link' }), event(1), event(3)])
})

test('what the client can do is said in hello, where it says it', async () => {
  const { socket } = await open({ capabilities: [] })
  expect(socket().opens().sent).toMatchObject([{ type: 'hello', capabilities: [] }])
})

test('what an earlier socket still says is not heard', async () => {
  const { client, socket, reconnect } = await open()
  const events = client.events()
  const first = socket().opens()
  first.says(welcome())
  first.breaks()
  const next = await reconnect()
  next.says(welcome('ep_2'))
  first.says(event(1))
  first.breaks()
  next.says(event(1))
  const seqs: unknown[] = []
  for await (const item of events) {
    if (item.type === 'event') seqs.push(item.seq)
    if (seqs.length === 1) break
  }
  expect(seqs).toEqual([1])
})

test('a frame that cannot be read costs the socket, as the log has what was in it', async () => {
  const { socket } = await open()
  socket().opens().says(welcome())
  socket().says('{"type":"event"')
  expect(socket().isClosed).toBe(true)
})

test('the daemon is looked for anew before each socket, and one that is not found counts as one that failed', async () => {
  const asked: number[] = []
  const locate = async () => {
    asked.push(asked.length)
    if (asked.length === 1) throw new Error('no daemon')
    return { url: `ws://127.0.0.1:${asked.length}`, token: 't' }
  }
  const { socket, reconnect } = await open({ locate } as Partial<ConnectOptions>)
  const found = await reconnect()
  expect([found.url, socket(0)]).toEqual(['ws://127.0.0.1:2', found])
})

test('when the link ends, who waits for an answer is told why, and the events end', async () => {
  const { client, socket } = await open({ failuresMax: 1 })
  const answer = client.submit({ type: 'shutdown' })
  const events = client.events()
  socket().breaks()
  await expect(answer).rejects.toThrow(LinkClosedError)
  expect(await client.closed).toMatchObject({ code: 'unreachable' })
  expect((await events.next()).done).toBe(true)
  await expect(client.submit({ type: 'shutdown' })).rejects.toMatchObject({ code: 'unreachable' })
  expect((await client.events().next()).done).toBe(true)
})

test('a closed client closes its socket and starts no other', async () => {
  const { client, socket, sockets } = await open()
  socket().opens().says(welcome())
  client.close()
  expect([socket().isClosed, await client.closed]).toMatchObject([true, { code: 'closed_by_client' }])
  socket().breaks()
  await turns()
  expect(sockets.opened).toHaveLength(1)
})

test('a query whose answer came and whose accepted was lost is asked again, and answered with what came last', async () => {
  const { client, socket, reconnect } = await open()
  const events = client.events()
  socket().opens().says(welcome())
  const id = SubmissionId.parse('sb_list')
  const answer = client.ask({ type: 'thread_list' }, { id })
  const result = (next_cursor: string): ServerFrame => ({
    type: 'answer',
    id,
    msg: { type: 'thread_list_result', threads: [], next_cursor },
  })
  socket().says(result('one'))
  socket().breaks()
  const next = await reconnect()
  next.says(welcome())
  expect(next.sent.at(-1)).toMatchObject({ type: 'submission', id, op: { type: 'thread_list' } })
  next.says(result('two'))
  next.says(accepted('sb_list'))
  next.says(result('late'))
  expect(await answer).toEqual({ ok: true, value: { type: 'thread_list_result', threads: [], next_cursor: 'two' } })
  client.close()
  const told: unknown[] = []
  for await (const item of events)
    if (item.type === 'answer' && item.msg.type === 'thread_list_result') told.push(item.msg.next_cursor)
  expect(told).toEqual(['one', 'two'])
})
