// What the daemon adds to a bare WebSocket server of the same library: the round trip of a trivial op beside an echo, and ten
// thousand pieces of a streaming text to one client and to fifty beside a bare fan-out. Server and clients are programs of their
// own; the two sides take turns, so that drift of the machine hits both.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { connectRawr } from '@rawr/protocol/client'
import { WebSocket } from 'ws'
import { startCannedModel } from './wire/canned-model.ts'
import { program, report, type Side, start, startThread } from './wire/side.ts'

const DELTAS = 10_000
const ROUND_TRIPS = 2_000

export const bench = async (words: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...words],
    options: { runs: { type: 'string', default: '7' }, only: { type: 'string', default: '' } },
  })
  const runs = Number(values.runs)
  const wants = (name: string): boolean => name.includes(values.only)
  process.stdout.write(
    `medians of ${runs} runs (least…most), one before them not counted; ratios are of paired runs\n\n`,
  )
  const raw = await start('raw')
  const wire = await start('wire')
  const daemon = await start('daemon')
  const model = await startModel()
  try {
    if (wants('round trip'))
      await report('round trip, µs', { runs, wanted: '≤ 2', raw: () => echo(raw), ours: await opRoundTrip(daemon) })
    for (const clients of [1, 50]) {
      if (!wants(`deltas to ${clients}`)) continue
      const count = DELTAS
      await report(`${count} deltas to ${clients}, delivered/s`, {
        runs,
        wanted: '≥ 0.4',
        raw: () => fanOut(raw, { clients, count, thread: '' }),
        ours: () => fanOut(wire, { clients, count, thread: 'th_1' }),
      })
    }
    if (wants('whole turn'))
      await report(`${DELTAS} deltas of a whole turn to 1, delivered/s`, {
        runs,
        wanted: 'no goal',
        raw: () => fanOut(raw, { clients: 1, count: DELTAS, thread: '' }),
        ours: await wholeTurn(daemon, model.url),
      })
  } finally {
    for (const { child } of [raw, wire, daemon]) child.disconnect()
    model.close()
  }
}

/** µs of one of many in a row. */
const timed = async (ask: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  for (let n = 0; n < ROUND_TRIPS; n++) await ask()
  return ((performance.now() - begun) * 1_000) / ROUND_TRIPS
}

/** Sends one text and waits for one back. */
const asker = async ({ port, token }: Side): Promise<{ ask: (text: string) => Promise<string>; end: () => void }> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: `Bearer ${token}` } })
  let answered = (_text: string): void => {}
  socket.on('message', (text) => answered(String(text)))
  await once(socket, 'open')
  return {
    ask: (text) =>
      new Promise((resolve) => {
        answered = resolve
        socket.send(text)
      }),
    end: () => socket.terminate(),
  }
}

const echo = async (side: Side): Promise<number> => {
  const { ask, end } = await asker(side)
  const text = JSON.stringify({ type: 'submission', id: 'sb_1', thread_id: 'th_1', op: { type: 'interrupt' } })
  const µs = await timed(async () => JSON.parse(await ask(text)))
  end()
  return µs
}

/** An interrupt where nothing runs: it goes to the thread and comes back, and changes nothing. */
const opRoundTrip = async (side: Side): Promise<() => Promise<number>> => {
  const threadId = await startThread(side, 'http://127.0.0.1:1/v1')
  return async () => {
    const { ask, end } = await asker(side)
    const hello = { type: 'hello', protocol: { min: 1, max: 1 }, client: { name: 'bench', version: '0' } }
    await ask(JSON.stringify(hello))
    const resumed = { type: 'thread_resume', thread_id: threadId }
    await ask(JSON.stringify({ type: 'submission', id: `sb_${performance.now()}`, op: resumed }))
    // What is replayed comes before the first answer that counts.
    await settled(ask, threadId)
    let n = 0
    const µs = await timed(async () => {
      n += 1
      const op = { type: 'interrupt' }
      return JSON.parse(await ask(JSON.stringify({ type: 'submission', id: `sb_${n}`, thread_id: threadId, op })))
    })
    end()
    return µs
  }
}

const settled = async (ask: (text: string) => Promise<string>, thread_id: string): Promise<void> => {
  for (;;) {
    const id = `sb_${performance.now()}`
    const frame = JSON.parse(
      await ask(JSON.stringify({ type: 'submission', id, thread_id, op: { type: 'interrupt' } })),
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (frame.id === id) return
  }
}

type FanOut = { readonly clients: number; readonly count: number; readonly thread: string }

const fanOut = async (side: Side, { clients, count, thread }: FanOut, go?: () => void): Promise<number> => {
  const child = fork(program('clients'), { execArgv: ['--conditions=@rawr/source'] })
  const done = Promise.withResolvers<number>()
  let begun = 0
  child.on('message', (word: { ready?: true; done?: number; coalesced?: true }) => {
    if (word.coalesced === true) done.reject(new Error('the clients read too slowly: pieces were coalesced'))
    if (word.done !== undefined) done.resolve(word.done - begun)
    if (word.ready !== true) return
    begun = performance.timeOrigin + performance.now()
    if (go === undefined) side.child.send({ publish: count })
    else go()
  })
  // An interrupt would end the turn that is measured.
  const taken = { type: go === undefined ? 'interrupt' : 'explain' }
  child.send({ port: side.port, token: side.token, clients, count, thread, taken })
  const ms = await done.promise
  child.disconnect()
  return (clients * count * 1_000) / ms
}

/** The daemon whole: the model's stream is read, and every piece goes through the turn to the client. */
const wholeTurn = async (side: Side, modelUrl: string): Promise<() => Promise<number>> => {
  return async () => {
    const thread = await startThread(side, modelUrl)
    const client = connectRawr({
      url: `ws://127.0.0.1:${side.port}`,
      token: side.token,
      client: { name: 'asks', version: '0' },
    })
    await client.submit({ type: 'thread_resume', thread_id: thread })
    const items = [{ type: 'text', text: 'Go.' }] as const
    const rate = await fanOut(side, { clients: 1, count: DELTAS, thread }, () => {
      void client.submit({ type: 'user_turn', items: [...items] }, { threadId: thread })
    })
    client.close()
    return rate
  }
}

const startModel = () => {
  const words = Array.from({ length: DELTAS }, (_, index) => `word ${String(index).padStart(6, '0')} `)
  const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' }
  const item = { ...message, content: [{ type: 'output_text', text: words.join(''), annotations: [] }] }
  return startCannedModel([
    ...words.map((delta) => ({ type: 'response.output_text.delta', output_index: 0, item_id: 'm', delta })),
    { type: 'response.output_item.done', output_index: 0, item },
  ])
}
