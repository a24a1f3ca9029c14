// Clients of other versions, and clients that can do less, at a real daemon: what is agreed in hello, and what holds after it.
import { once } from 'node:events'
import { SequenceId, type ServerFrame, type ThreadId, UnixMillis } from '@rawr/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench
beforeAll(async () => {
  bench = await openDaemonBench([saying('Yes.')])
})
afterAll(() => bench.close())

/** What comes back to a first frame: the first answer, and the code if the socket is closed then. */
const greet = async (hello: object): Promise<{ first: ServerFrame; code: Promise<number> }> => {
  const { port, token } = bench.daemon
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: `Bearer ${token}` } })
  const code = once(socket, 'close').then(([closed]) => Number(closed))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello', client: { name: 'other', version: '0' }, ...hello }))
  const [text] = await once(socket, 'message')
  const first: ServerFrame = JSON.parse(String(text))
  if (first.type === 'welcome') socket.terminate()
  return { first, code }
}

describe('a range of versions', () => {
  test.each([
    ['that begins with ours', { min: 1, max: 1 }],
    ['that goes beyond ours', { min: 1, max: 7 }],
  ])('%s is answered with the highest that both speak', async (_name, protocol) => {
    expect((await greet({ protocol })).first).toMatchObject({ type: 'welcome', protocol: 1 })
  })

  test('that begins beyond ours is refused by name, and the socket is closed for good', async () => {
    const { first, code } = await greet({ protocol: { min: 2, max: 7 } })
    expect(first).toMatchObject({ type: 'rejected', code: 'unsupported_protocol', path: ['protocol'] })
    expect(JSON.stringify(first)).toContain('2…7')
    expect(await code).toBe(4001)
  })

  test('that is none is refused by its path', async () => {
    const { first, code } = await greet({ protocol: { min: 'one', max: 1 } })
    expect(first).toMatchObject({ type: 'rejected', code: 'invalid', path: ['protocol', 'min'] })
    expect(await code).toBe(4000)
  })
})

describe('capabilities', () => {
  test('of the daemon are its ops and events by name', async () => {
    const { first } = await greet({ protocol: { min: 1, max: 1 } })
    if (first.type !== 'welcome') throw new Error(first.type)
    expect(first.capabilities?.ops).toContain('user_turn')
    expect(first.capabilities?.events).toContain('context_compacted')
  })

  test('of a client that the daemon does not know are ignored; a field it does not know is refused', async () => {
    const protocol = { min: 1, max: 1 }
    expect((await greet({ protocol, capabilities: ['drive', 'hologram'] })).first.type).toBe('welcome')
    const { first, code } = await greet({ protocol, holograms: true })
    expect(first).toMatchObject({ type: 'rejected', code: 'unknown_field', path: ['holograms'] })
    expect(await code).toBe(4000)
  })

  test('without drive a client never becomes the driver, though it came first and stays alone', async () => {
    const shy = bench.client('shy', { capabilities: [] })
    const threadId = await bench.thread(shy)
    const roles = async (count: number): Promise<unknown> => {
      const item = await shy.item(
        (one) => one.type === 'event' && one.msg.type === 'presence' && one.msg.clients.length === count,
      )
      return (
        item.type === 'event' && item.msg.type === 'presence' && item.msg.clients.map(({ name, role }) => [name, role])
      )
    }
    expect(await roles(1)).toEqual([['shy', 'viewer']])
    expect(await holdInput(shy, threadId)).toMatchObject({ type: 'rejected', code: 'not_driver' })
    const bold = bench.client('bold', { follow: new Map([[threadId, 0]]) })
    expect(await roles(2)).toEqual([
      ['shy', 'viewer'],
      ['bold', 'driver'],
    ])
    expect(await holdInput(bold, threadId)).toMatchObject({ type: 'accepted' })
  })
})

const holdInput = (client: ReturnType<DaemonBench['client']>, threadId: ThreadId) => {
  const sequence_id = SequenceId.parse('sq_1')
  return client.submit(
    { type: 'hold_input', sequence_id, deadline: UnixMillis.parse(Date.now() + 60_000) },
    { threadId },
  )
}
