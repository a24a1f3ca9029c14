// The whole daemon over real sockets, real files and a provider on the loopback.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import { type Op, SubmissionId } from '@rawr/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { responses, sseThenSilence } from '../adapters/model/testing/provider-server.ts'
import { memoryClock } from '../testing/memory-ports.ts'
import { daemonFilePath, readDaemonFile } from './daemon-file.ts'
import { DaemonRunningError, startDaemon } from './main.ts'
import { calling, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench

const open = async (...args: Parameters<typeof openDaemonBench>) => {
  bench = await openDaemonBench(...args)
  return bench
}

afterEach(() => bench.close())

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })
const sb = (id: string) => SubmissionId.parse(id)

test('a client starts a thread, says something and is answered; all of it is numbered without a hole', async () => {
  await open([saying('Good morning.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  expect(await client.submit(say('Hello'), { threadId })).toMatchObject({ type: 'accepted', outcome: 'started' })
  expect((await client.event('turn_complete')).msg).toMatchObject({ last_agent_message: 'Good morning.' })
  expect(client.logged().map(({ seq }) => seq)).toEqual(client.logged().map((_, index) => index + 1))
})

test('a submission sent twice is done once, also over another socket', async () => {
  await open([saying('Once.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Hello'), { threadId, id: sb('sb_same') })
  await client.event('turn_complete')
  expect(await client.submit(say('Hello'), { threadId, id: sb('sb_same') })).toMatchObject({ outcome: 'duplicate' })
  const other = bench.client('other', { follow: new Map([[threadId, 0]]) })
  await other.event('turn_complete')
  expect(await other.submit(say('Hello'), { threadId, id: sb('sb_same') })).toMatchObject({ outcome: 'duplicate' })
  expect(bench.provider.sent).toHaveLength(1)
})

test('a start sent twice leads to one thread', async () => {
  await open([saying('')])
  const client = bench.client()
  const first = await client.submit(bench.startOp, { id: sb('sb_start') })
  const second = await client.submit(bench.startOp, { id: sb('sb_start') })
  expect(second).toEqual({ ...first, outcome: 'duplicate' })
})

test('two clients of a thread see the same logged events; the first drives', async () => {
  await open([saying('For both.')])
  const one = bench.client('one')
  const threadId = await bench.thread(one)
  const two = bench.client('two', { follow: new Map([[threadId, 0]]) })
  await two.item(({ type }) => type === 'replay_complete')
  await one.submit(say('Hello'), { threadId })
  await Promise.all([one.event('turn_complete'), two.event('turn_complete')])
  expect(two.logged()).toEqual(one.logged())
  const presence = await one.item(
    (item) => item.type === 'event' && item.msg.type === 'presence' && item.msg.clients.length === 2,
  )
  expect(presence).toMatchObject({
    msg: {
      clients: [
        { name: 'one', role: 'driver' },
        { name: 'two', role: 'viewer' },
      ],
    },
  })
})

test('what a client lends is never written down', async () => {
  await open([saying('Thanks.')])
  const client = bench.client()
  const answer = await client.submit({ ...bench.startOp, api_key: 'sk-very-secret', env: { MY_SECRET: 'hush-hush' } })
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error('not started')
  await client.submit(say('Hello'), { threadId: answer.thread_id })
  await client.event('turn_complete')
  expect(bench.provider.sent[0]?.headers.authorization).toBe('Bearer sk-very-secret')
  const found = execFileSync('sh', ['-c', `grep -rlE 'sk-very-secret|hush-hush' ${bench.home} || true`]).toString()
  expect(found).toBe('')
  expect(JSON.stringify(client.items)).not.toMatch(/sk-very-secret|hush-hush/)
})

describe('a refused start says where the fault is', () => {
  const refusal = async (change: object) => {
    await open([saying('')])
    return bench.client().submit({ ...bench.startOp, ...change })
  }

  test('a folder that is not there', async () => {
    expect(await refusal({ cwd: '/no/such/folder' })).toMatchObject({ code: 'invalid', path: ['op', 'cwd'] })
  })

  test('a relative folder', async () => {
    expect(await refusal({ cwd: 'here' })).toMatchObject({ code: 'invalid', path: ['op', 'cwd'] })
  })

  test('a thread that is not there', async () => {
    await open([saying('')])
    const answer = await bench.client().submit({ type: 'thread_resume', thread_id: 'th_none' as never })
    expect(answer).toMatchObject({ type: 'rejected', code: 'thread_not_found' })
  })
})

/** A way to the daemon that a test can break. */
const openTunnel = async (port: number) => {
  const sockets = new Set<Socket>()
  const tunnel = createServer((inner) => {
    const outer = dial(port, '127.0.0.1')
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    inner.pipe(outer).pipe(inner)
    inner.on('close', () => outer.destroy())
    outer.on('close', () => inner.destroy())
  })
  await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve))
  const address = tunnel.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `ws://127.0.0.1:${address.port}`,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => tunnel.close(),
  }
}

describe('a broken link', () => {
  test('is made again; every event comes once, every message is answered once', { timeout: 60_000 }, async () => {
    const rounds = 8
    await open(
      Array.from({ length: rounds }, (_, n) => (n % 2 === 0 ? calling(`c${n}`, `echo ${n}`) : saying(`Done ${n}.`))),
    )
    const tunnel = await openTunnel(bench.daemon.port)
    const client = bench.client('shaky', {
      locate: async () => ({ url: tunnel.url, token: bench.daemon.token }),
      setTimer: (_ms: number, callback: () => void) => {
        const timer = setTimeout(callback, 5)
        return () => clearTimeout(timer)
      },
      failuresMax: 1_000,
    })
    const threadId = await bench.thread(client)
    for (let turn = 0; turn < rounds / 2; turn++) {
      const answer = client.submit(say(`Message ${turn}`), { threadId })
      tunnel.cut()
      expect(await answer).toMatchObject({ type: 'accepted' })
      tunnel.cut()
      await client.event('turn_complete', turn)
    }
    const logged = client.logged()
    expect(logged.map(({ seq }) => seq)).toEqual(logged.map((_, index) => index + 1))
    expect(logged.filter(({ msg }) => msg.type === 'user_message')).toHaveLength(rounds / 2)
    expect(bench.provider.sent).toHaveLength(rounds)
    // The first cut of a round may meet a link that is down already; the second meets the one that has just answered, and
    // only in the last round may the end come before its loss is noticed.
    const lost = client.items.filter((item) => item.type === 'link' && item.status === 'lost')
    expect(lost.length).toBeGreaterThanOrEqual(rounds / 2 - 1)
    tunnel.close()
  })
})

describe('another life of the daemon', () => {
  test('goes on with the thread, its folder and its key, for a client that was there before', {
    timeout: 60_000,
  }, async () => {
    await open([saying('First life.'), saying('Second life.')])
    const client = bench.client('faithful', { failuresMax: 1_000 })
    const threadId = await bench.thread(client)
    await client.submit(say('Hello'), { threadId })
    await client.event('turn_complete')
    await bench.restart()
    await client.item((item) => item.type === 'link' && item.status === 'ready' && item.isNewLife)
    expect(await client.submit(say('Still there?'), { threadId })).toMatchObject({ type: 'accepted' })
    expect((await client.event('turn_complete', 1)).msg).toMatchObject({ last_agent_message: 'Second life.' })
    expect(bench.provider.sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer k', 'Bearer k'])
    expect(client.logged().map(({ seq }) => seq)).toEqual(client.logged().map((_, index) => index + 1))
  })

  test('parks the turn that ran, and says so', { timeout: 60_000 }, async () => {
    await open([sseThenSilence(responses.text('Once upon'))])
    const client = bench.client('reader', { failuresMax: 1_000 })
    const threadId = await bench.thread(client)
    await client.submit(say('A story'), { threadId })
    await client.event('agent_message_delta')
    const late = bench.client('late', { follow: new Map([[threadId, 0]]) })
    expect((await late.event('item_snapshot')).msg).toMatchObject({ text: 'Once upon' })
    await bench.restart()
    expect((await client.event('turn_aborted')).msg).toMatchObject({ reason: 'shutdown' })
    expect((await client.event('shutdown_complete')).seq).toBeGreaterThan(0)
  })
})

describe('one daemon a home', () => {
  test('a second one is told who is there; the file is gone when the first ends', async () => {
    await open([saying('')])
    const second = startDaemon({ home: bench.home, version: '0.1.0' })
    await expect(second).rejects.toThrow(DaemonRunningError)
    expect(statSync(daemonFilePath(bench.home)).mode & 0o777).toBe(0o600)
    expect(await readDaemonFile(bench.home)).toMatchObject({ port: bench.daemon.port, pid: process.pid })
    await bench.daemon.close()
    expect(existsSync(daemonFilePath(bench.home))).toBe(false)
    expect(existsSync(join(bench.home, 'locks', 'daemon.lock'))).toBe(false)
  })

  test('it ends when a client asks', async () => {
    await open([saying('')])
    const client = bench.client('last', { failuresMax: 1 })
    expect(await client.submit({ type: 'shutdown' })).toMatchObject({ type: 'accepted' })
    await bench.daemon.closed
  })

  test('it ends after ten minutes without a client, and not while one is there', async () => {
    const clock = memoryClock()
    await open([saying('')], { clock })
    const client = bench.client()
    await client.item((item) => item.type === 'link')
    clock.advance(20 * 60_000)
    expect(existsSync(daemonFilePath(bench.home))).toBe(true)
    client.close()
    await client.closed
    while (!clock.waiting().includes(10 * 60_000)) await new Promise((resolve) => setImmediate(resolve))
    clock.advance(10 * 60_000 - 1)
    expect(existsSync(daemonFilePath(bench.home))).toBe(true)
    clock.advance(1)
    clock.advance(1_000)
    await bench.daemon.closed
  })

  test('an ephemeral one ends with its last client', async () => {
    await open([saying('')], { endsWithLastClient: true })
    const client = bench.client()
    await client.item((item) => item.type === 'link')
    client.close()
    await bench.daemon.closed
  })
})

test('a torn log is loaded, the damage is reported once, and the thread goes on', async () => {
  await open([saying('Before.'), saying('After.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Hello'), { threadId })
  await client.event('turn_complete')
  client.close()
  await bench.daemon.close()
  const log = execFileSync('find', [join(bench.home, 'sessions'), '-name', '*.jsonl'])
    .toString()
    .trim()
  execFileSync('sh', ['-c', `printf '{"timestamp":"2026' >> ${log}`])
  for (const life of [1, 2]) {
    await bench.restart()
    const again = bench.client(`life ${life}`)
    await again.submit({ ...bench.startOp, type: 'thread_resume', thread_id: threadId })
    await again.item(({ type }) => type === 'replay_complete')
    const damage = again.logged().filter(({ msg }) => msg.type === 'warning' && msg.message.includes('torn last line'))
    expect(damage).toHaveLength(1)
    expect(again.logged().map(({ seq }) => seq)).toEqual(again.logged().map((_, index) => index + 1))
  }
  expect(
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('torn last line')),
  ).toHaveLength(1)
})
