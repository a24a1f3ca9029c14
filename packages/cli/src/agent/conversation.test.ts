// The watcher where it lives: a real daemon behind a real socket, and a provider on the loopback that answers by hand.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { replays } from '@rawr/audit'
import { startDaemon } from '@rawr/core'
import { breachesIn } from '@rawr/core/testing'
import type { DecisionRecord, Event, RequestId, SettingsLayer } from '@rawr/protocol'
import { connectRawr, type RawrClient } from '@rawr/protocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openConversation } from './conversation.ts'

const Request = z.looseObject({ tool_choice: z.string().optional(), input: z.array(z.unknown()) })
type Request = z.infer<typeof Request>

const message = (text: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})
const shell = (command: string, place: number) => ({
  id: `fc_${place}`,
  type: 'function_call',
  status: 'completed',
  call_id: `call_${place}`,
  name: 'shell',
  arguments: JSON.stringify({ command }),
})

const startModel = async (
  answer: (request: Request, nth: number) => readonly object[] | Promise<readonly object[]>,
) => {
  const requests: Request[] = []
  const server = createServer((incoming, response) => {
    void text(incoming).then(async (body) => {
      const request = Request.parse(JSON.parse(body))
      requests.push(request)
      const items = await answer(request, requests.length)
      const done = items.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
      const end = { id: 'r', object: 'response', status: 'completed', output: [] }
      const events = [...done, { type: 'response.completed', response: end }]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

/** Fills a good part of the window with output, and ends at a commit. */
const WORK = [
  ...Array.from({ length: 4 }, (_, index) => shell(`seq ${index}0000 ${index}3000`, index)),
  shell('git init -q && git commit -q --allow-empty -m done', 9),
]
const AUTHOR = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'a@b.invalid', GIT_COMMITTER_NAME: 'Ada' }

/** What the agent says last, so that nothing happens in the middle of its turn. */
const DONE = { requires_any_boundary: ['agent_done' as const] }
const AT_ITS_END = { early: DONE, ready: DONE, asap: DONE }

const open = async (url: string, rawr_auto_compaction: SettingsLayer['rawr_auto_compaction'] = {}) => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-talk-'))
  const [home, cwd] = [join(base, 'home'), join(base, 'project')]
  mkdirSync(cwd)
  const daemon = await startDaemon({ home, version: '0.1.0' })
  const client = connectRawr({ url: daemon.url, token: daemon.token, client: { name: 'test', version: '0.1.0' } })
  onTestFinished(async () => {
    client.close()
    await daemon.close()
    const breaches = breachesIn(home)
    rmSync(base, { recursive: true, force: true })
    expect(breaches).toEqual([])
  })
  const settings: SettingsLayer = {
    model: { name: 'alder', context_window: 100_000 },
    provider: { base_url: url, wire_api: 'responses' },
    sandbox: { mode: 'danger-full-access' },
    approvals: { policy: 'never' },
    compact: { mode: 'extractive', max_tail_messages: 2 },
    // The cheap clearing of old outputs would take the pressure away.
    features: { micro_compact: false },
    rawr_auto_compaction: { scratch_write_enabled: false, policy: AT_ITS_END, ...rawr_auto_compaction },
  }
  const env = { PATH: process.env.PATH ?? '', ...AUTHOR, GIT_COMMITTER_EMAIL: 'a@b.invalid' }
  const events: Event[] = []
  const notices: string[] = []
  const talk = await openConversation({
    client,
    open: { type: 'thread_start', cwd, env, api_key: 'k', settings },
    host: 'interactive',
    onEvent: (event) => events.push(event),
    onNotice: (text) => notices.push(text),
  })
  if ('type' in talk) throw new Error(talk.message)
  return { daemon, client, talk, events, notices, types: () => events.map(({ msg }) => msg.type) }
}

const asksPacket = ({ input }: Request): boolean => JSON.stringify(input.at(-1)).includes('compacted')

const SLOW = { timeout: 20_000 }

test(
  'the agent’s packet stands in front of the next message, and what is said meanwhile is delivered once',
  SLOW,
  async () => {
    const packetAsked = Promise.withResolvers<void>()
    const spoken = Promise.withResolvers<void>()
    const model = await startModel(async (_request, nth) => {
      if (nth === 1) return WORK
      if (nth === 2) return [message('The parser is done.')]
      if (nth > 3) return [message('Going on.')]
      packetAsked.resolve()
      await spoken.promise
      return [message('PACKET: the tests of the parser are next.')]
    })
    const { talk, events, notices, types } = await open(model.url)
    await talk.say('Add a parser')
    await packetAsked.promise
    expect(notices.join()).toMatch(/^Compacting the conversation/)
    const said = talk.say('And now the tests')
    // Leaves first: `say` waits for the replay before it sends.
    await talk.send({ type: 'user_turn', items: [{ type: 'text', text: 'And the docs' }] })
    spoken.resolve()
    await said
    await talk.settled()
    expect(model.requests[2]?.tool_choice).toBe('none')
    expect(asksPacket(model.requests[2] ?? { input: [] })).toBe(true)
    expect(types().filter((type) => type === 'input_held')).toHaveLength(2)
    const input = JSON.stringify(model.requests[3]?.input)
    expect(input.indexOf('PACKET: the tests')).toBeGreaterThan(-1)
    expect(input.lastIndexOf('PACKET: the tests')).toBeLessThan(input.lastIndexOf('And the docs'))
    const words = events.flatMap(({ msg }) => (msg.type === 'user_message' && msg.origin === 'user' ? [msg.text] : []))
    expect(words).toEqual(['Add a parser', 'And the docs', 'And now the tests'])
    expect(types().indexOf('context_compacted')).toBeLessThan(types().indexOf('input_released'))
  },
)

const judged = {
  packet_author: 'watcher' as const,
  policy: { ...AT_ITS_END, asap: { ...DONE, decision_prompt_path: 'judgment.md' } },
}

test.each([
  [true, 1],
  [false, 0],
])('a judgment that answers %s leads to %i compactions', SLOW, async (should_compact, compactions) => {
  const verdict = JSON.stringify({ should_compact, reason: 'As it is.' })
  const model = await startModel((_request, nth) => (nth === 1 ? WORK : [message(nth === 2 ? 'It is done.' : verdict)]))
  const { talk, types } = await open(model.url, judged)
  await talk.say('Add a parser')
  await talk.settled()
  expect(types()).toContain('rawr_auto_compaction_judgment_result')
  expect(types().filter((type) => type === 'context_compacted')).toHaveLength(compactions)
  expect(model.requests).toHaveLength(3)
})

test(
  'L17: explain tells over the socket what the watcher and core decided, to any client, and a replay decides the same',
  SLOW,
  async () => {
    const model = await startModel((_request, nth) => (nth === 1 ? WORK : [message('The parser is done.')]))
    const { daemon, client, talk, events } = await open(model.url, { packet_author: 'watcher' })
    await talk.say('Add a parser')
    await talk.settled()
    const viewer = connectRawr({
      url: daemon.url,
      token: daemon.token,
      client: { name: 'viewer', version: '0.1.0' },
      capabilities: [],
      follow: new Map([[talk.threadId, 0]]),
    })
    onTestFinished(() => viewer.close())
    const explained = async (asker: RawrClient, decision_id?: RequestId) => {
      const query = { type: 'explain', ...(decision_id === undefined ? {} : { decision_id }) } as const
      const answer = await asker.ask(query, { threadId: talk.threadId })
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.value
    }
    const newest = await explained(client)
    expect(newest).toMatchObject({
      record: { actor: 'watcher', decision: { kind: 'compact', trigger: 'auto_watcher' }, outcome: 'compacted' },
      sentences: expect.arrayContaining([expect.stringMatching(/^Compacting at \d+ % left \(\w+\): after agent_done/)]),
    })
    const told = new Set(events.flatMap(({ msg }) => (msg.type === 'decision_recorded' ? [msg.record.id] : [])))
    const records: DecisionRecord[] = []
    for (const id of told) {
      const answer = await explained(viewer, id)
      expect(answer).toEqual(await explained(client, id))
      if (answer.record !== null) records.push(answer.record)
    }
    expect(new Set(records.map(({ actor }) => actor))).toEqual(new Set(['mid_turn', 'watcher']))
    expect(records.map(replays)).toEqual(records.map(() => true))
    // The replay is no formality: with another answer written down it says so.
    for (const record of records) {
      const decision = record.decision.kind === 'leave' ? { ...record.decision, why: 'busy' as const } : LEFT
      expect(replays({ ...record, decision })).toBe(false)
    }
  },
)

const LEFT = { kind: 'leave', why: 'no_tier' } as const
