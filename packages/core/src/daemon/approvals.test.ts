/** What is asked before it runs, over a real socket and in the real sandbox. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Op, SettingsLayer, ThreadId } from '@rawr/protocol'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { responses, sse } from '../adapters/model/testing/provider-server.ts'
import { type BenchClient, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench
let away: string
const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

const shell = (callId: string, given: object) =>
  sse(responses.done(responses.call(callId, 'shell', JSON.stringify(given))), responses.completed())

const start = async (client: BenchClient, settings: SettingsLayer): Promise<ThreadId> => {
  const answer = await client.submit({ ...bench.startOp, settings: { ...bench.settings, ...settings } })
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error('not started')
  return answer.thread_id
}

beforeEach(() => {
  away = mkdtempSync('/var/tmp/rawr-away-')
})
afterEach(async () => {
  await bench.close()
  rmSync(away, { recursive: true })
})

const asks = (client: BenchClient) =>
  client.logged().flatMap(({ msg }) => (msg.type === 'exec_approval_request' ? [msg] : []))

const firstAsked = async (client: BenchClient) => {
  await client.event('exec_approval_request')
  const [asked] = asks(client)
  if (asked === undefined) throw new Error('nothing asked')
  return asked.request_id
}

describe.skipIf(!inject('available').includes('bwrap'))('on-request in the sandbox [needs bwrap]', () => {
  const settings = { sandbox: { mode: 'workspace-write' }, approvals: { policy: 'on-request' } } as const

  test('what the sandbox refused is asked for, runs outside when allowed, and is not asked again in the session', async () => {
    const command = `touch ${away}/new`
    const unconfined = 'The file has to be there.'
    bench = await openDaemonBench([
      shell('c1', { command }),
      shell('c2', { command, unconfined }),
      shell('c3', { command: `touch   "${away}/new"`, unconfined: 'Again.' }),
      saying('Done.'),
    ])
    const client = bench.client()
    const threadId = await start(client, settings)
    await client.submit(say('Go'), { threadId })
    const { msg } = await client.event('exec_approval_request')
    expect(msg).toMatchObject({ reason: `It is to run outside the sandbox: ${unconfined}` })
    expect(existsSync(join(away, 'new'))).toBe(false)
    const request_id = asks(client)[0]?.request_id
    if (request_id === undefined) throw new Error('nothing asked')
    await client.submit({ type: 'exec_approval', request_id, decision: 'approved_for_session' }, { threadId })
    await client.event('turn_complete')
    expect(existsSync(join(away, 'new'))).toBe(true)
    const ends = client
      .logged()
      .flatMap((event) => (event.msg.type === 'exec_command_end' ? [event.msg.exit_code] : []))
    expect(ends).toEqual([1, 0, 0])
    expect(asks(client)).toHaveLength(1)
  })

  test('a look that is to leave the sandbox is asked as well: no program that a repository names runs outside unasked', async () => {
    const monitored = `mkdir sub && cd sub && git init -q && git config core.fsmonitor "touch ${away}/ran; false"`
    bench = await openDaemonBench([
      shell('c1', { command: monitored }),
      shell('c2', { command: 'git status', workdir: 'sub', unconfined: 'To see.' }),
      saying('I see.'),
    ])
    const client = bench.client()
    const threadId = await start(client, settings)
    await client.submit(say('Go'), { threadId })
    const request_id = await firstAsked(client)
    expect(existsSync(join(away, 'ran'))).toBe(false)
    await client.submit({ type: 'exec_approval', request_id, decision: 'denied' }, { threadId })
    await client.event('turn_complete')
    expect(existsSync(join(away, 'ran'))).toBe(false)
  })

  test('what was refused by the person does not run', async () => {
    bench = await openDaemonBench([
      shell('c1', { command: `touch ${away}/new`, unconfined: 'I want to.' }),
      saying('I see.'),
    ])
    const client = bench.client()
    const threadId = await start(client, settings)
    await client.submit(say('Go'), { threadId })
    const request_id = await firstAsked(client)
    await client.submit({ type: 'exec_approval', request_id, decision: 'denied' }, { threadId })
    await client.event('turn_complete')
    expect(existsSync(join(away, 'new'))).toBe(false)
  })
})

test('untrusted asks for what changes something; what only looks runs unasked', async () => {
  bench = await openDaemonBench([
    shell('c1', { command: 'uname; ls -la | head' }),
    shell('c2', { command: 'echo a && touch b' }),
    saying('Done.'),
  ])
  const client = bench.client()
  const threadId = await start(client, { approvals: { policy: 'untrusted' } })
  await client.submit(say('Go'), { threadId })
  await client.event('exec_approval_request')
  expect(client.logged().filter(({ msg }) => msg.type === 'exec_command_end')).toHaveLength(1)
  const [ask] = asks(client)
  expect(ask).toMatchObject({ command: ['bash', '-c', 'echo a && touch b'] })
  if (ask === undefined) throw new Error('nothing asked')
  await client.submit({ type: 'exec_approval', request_id: ask.request_id, decision: 'approved' }, { threadId })
  await client.event('turn_complete')
  expect(existsSync(join(bench.cwd, 'b'))).toBe(true)
})

test('without a sandbox a confined thread is refused by name, and one that may run free is not', async () => {
  // The daemon looks for what confines commands on the search path that it began with.
  const ownPath = process.env.PATH
  process.env.PATH = '/nowhere'
  try {
    bench = await openDaemonBench([])
    const client = bench.client()
    const confined = { ...bench.settings, sandbox: { mode: 'workspace-write' } } as const
    expect(await client.submit({ ...bench.startOp, settings: confined })).toMatchObject({
      code: 'sandbox_missing',
      path: ['op', 'settings', 'sandbox', 'mode'],
      message: expect.stringContaining('danger-full-access'),
    })
    expect(await client.submit(bench.startOp)).toMatchObject({ type: 'accepted' })
  } finally {
    process.env.PATH = ownPath
  }
})
