/** A client of the world: the real link over the world's sockets, a transcript of what it is told, and the real watcher. */
import {
  type Accepted,
  type AnswerTo,
  decodeServerFrame,
  type Op,
  type Query,
  type Rejected,
  RequestId,
  type Result,
  SequenceId,
  SubmissionId,
  type ThreadId,
} from '@rawr/protocol'
import { connectRawr, type LinkItem } from '@rawr/protocol/client'
import { createWatcher, type Watcher } from '@rawr/tui/watcher'
import type { WorldClock } from './clock.ts'
import type { Tasks } from './tasks.ts'
import { openTranscript, type Transcript } from './transcript.ts'
import { type Accept, openWire, type Wire } from './wire.ts'

export type WorldClient = {
  readonly name: string
  readonly wire: Wire
  readonly watcher: Watcher
  readonly transcript: Transcript
  /** To its thread, or to another. */
  submit(op: Op, id: SubmissionId, to?: ThreadId): Promise<Accepted | Rejected>
  ask<Asked extends Query>(query: Asked, id: SubmissionId): Promise<Result<AnswerTo<Asked>, Rejected>>
  /** Just before a message of the user. */
  beforeSend(): void
  /** The program is gone, with all it knew. */
  leave(): void
}

export type ClientOptions = {
  readonly name: string
  readonly threadId: () => ThreadId | null
  readonly tasks: Tasks
  readonly clock: WorldClock
  readonly accept: Accept
  readonly chance: () => number
}

/** Never gives up: the world brings the daemon back. */
const FAILURES_MAX = 100_000

export const openClient = ({ name, threadId, tasks, clock, accept, chance }: ClientOptions): WorldClient => {
  const transcript = openTranscript(name)
  let clientId: ReturnType<typeof clientIdIn> = null
  const wire = openWire({
    name,
    tasks,
    accept,
    onFrame: (text) => {
      clientId = clientIdIn(text) ?? clientId
    },
  })
  const link = connectRawr({
    url: 'ws://127.0.0.1:1',
    token: 'token',
    client: { name, version: '0.1.0' },
    WebSocket: wire.WebSocket,
    random: chance,
    setTimer: (ms, callback) => clock.after({ ms, owner: name, callback }),
    failuresMax: FAILURES_MAX,
  })
  const placed = (id: SubmissionId, to = threadId()) => ({ id, ...(to === null ? {} : { threadId: to }) })
  const submit: WorldClient['submit'] = (op, id, to) => link.submit(op, placed(id, to))
  // Of its own thread; what a fork tells is judged by its log.
  const isOurs = (item: LinkItem): boolean => {
    const thread = threadId()
    return !('thread_id' in item) || thread === null || item.thread_id === thread
  }
  const counted = counter(name)
  const watcher = createWatcher({
    submit,
    now: clock.now,
    ids: {
      submission: () => SubmissionId.parse(counted('w')),
      request: () => RequestId.parse(counted('r')),
      sequence: () => SequenceId.parse(counted('s')),
    },
    host: 'interactive',
    // Read at each change of presence: a new socket is a new client to the daemon.
    get clientId() {
      return clientId ?? undefined
    },
    begins: 'in_replay',
  })
  let isHere = true
  const follow = async (): Promise<void> => {
    for await (const item of link.events()) {
      if (!isHere) return
      if (!isOurs(item)) continue
      transcript.take(item)
      if (item.type === 'event') watcher.onEvent(item)
      if (item.type === 'replay_complete') watcher.onReplayComplete()
    }
  }
  void follow()
  return {
    name,
    wire,
    watcher,
    transcript,
    submit,
    ask: (query, id) => link.ask(query, placed(id)),
    beforeSend: () => watcher.beforeSend(),
    leave: () => {
      isHere = false
      clock.forget(name)
      wire.abandon()
    },
  }
}

const counter = (name: string): ((letter: string) => string) => {
  let count = 0
  return (letter) => {
    count += 1
    return `${letter}${count}-${name}`
  }
}

const clientIdIn = (text: string) => {
  if (!text.startsWith('{"type":"welcome"')) return null
  const frame = decodeServerFrame(text)
  return frame.ok && frame.value?.type === 'welcome' ? frame.value.client_id : null
}
