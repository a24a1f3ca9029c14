/**
 * Everything in one place: disk, clock, network, the daemon that lives now and the clients around it. It does what it is
 * told, one step at a time; what a step means stands in `play.ts`.
 */
import type { SamplingRequest } from '@rawr/core'
import type { MemoryLogger } from '@rawr/core/testing'
import { memoryBlobs } from '@rawr/core/testing'
import {
  type Accepted,
  type DecisionRecord,
  type Op,
  type Rejected,
  type RolloutLine,
  SubmissionId,
  type ThreadId,
} from '@rawr/protocol'
import { openChance } from '../chance.ts'
import type { Answer, Story } from '../story.ts'
import { openClient, type WorldClient } from './client.ts'
import { openWorldClock, type WorldClock } from './clock.ts'
import { CWD, type Daemon, openDaemon } from './daemon.ts'
import { type Disk, openDisk } from './disk.ts'
import { rulesOf } from './rules.ts'
import { drained, openTasks, type Tasks } from './tasks.ts'

/** One op that a client sent; the same id may be sent by several. */
export type Sent = {
  readonly id: SubmissionId
  readonly op: Op
  readonly client: string
  answer: Accepted | Rejected | null
}

export type SentRequest = {
  readonly request: SamplingRequest
  /** The log as the session that sent it has it; grows. */
  readonly lines: readonly RolloutLine[]
  /** How many lines it had then. */
  readonly after: number
}

export type World = {
  readonly story: Story
  readonly rules: string
  readonly clock: WorldClock
  readonly tasks: Tasks
  readonly disk: Disk
  readonly sent: readonly Sent[]
  readonly requests: readonly SentRequest[]
  /** Calls that ran, in all lives. */
  readonly toolRuns: readonly string[]
  readonly lives: readonly { readonly logger: MemoryLogger; readonly decisions: readonly DecisionRecord[] }[]
  /** Clients that are gone, too. */
  readonly everyClient: readonly WorldClient[]
  threadId(): ThreadId | null
  daemon(): Daemon
  /** `null`: nobody sits there. */
  client(number: number): WorldClient | null
  join(number: number): void
  leave(number: number): void
  submit(number: number, op: Op): SubmissionId | null
  /** The same submission once more, from this client. */
  submitAgain(number: number, sent: Sent): void
  /** In good order; the next daemon begins when it has ended. */
  shutDown(): void
  /** Something that waits happens, chosen by `chance`; `false` where nothing waits that needs no time. */
  happen(chance: () => number): Promise<boolean>
  pass(ms: number): Promise<void>
  /** From here on the model answers in plain words at once. */
  calm(): void
  /** Why nothing can go on: the world spins. */
  spins(): boolean
}

/** More lines than any story can need. */
const LINES_MAX = 6_000

export const openWorld = (story: Story): World => {
  const clock = openWorldClock()
  const tasks = openTasks()
  const order = openChance(story.salt)
  let isSpinning = false
  const disk = openDisk({
    tasks,
    linesMax: LINES_MAX,
    onTooManyLines: () => {
      isSpinning = true
      daemon.die()
    },
  })
  const rules = rulesOf(story)
  const sent: Sent[] = []
  const requests: SentRequest[] = []
  const toolRuns: string[] = []
  const lives: Daemon[] = []
  const clients = new Map<number, WorldClient>()
  const everyClient: WorldClient[] = []
  const answers = [...story.answers]
  const blobs = memoryBlobs()
  let threadId: ThreadId | null = null
  let submissions = 0
  let modelAnswers = 0

  const open = (): Daemon => {
    const opened = openDaemon({
      number: lives.length + 1,
      story,
      rules,
      disk,
      blobs,
      clock,
      tasks,
      model: {
        next: () => answers.shift() ?? PLAIN,
        count: () => {
          modelAnswers += 1
          return modelAnswers
        },
        onRequest: (request) => {
          const lines = threadId === null ? [] : disk.believed(threadId)
          requests.push({ request, lines, after: lines.length })
        },
      },
      onToolRun: (call) => toolRuns.push(`${call.callId} ${call.arguments}`),
      onDeath: () => {
        for (const { wire } of clients.values()) wire.cut()
      },
      onShutdown: () => shutDown(),
    })
    lives.push(opened)
    return opened
  }
  let daemon = open()
  const shutDown = (): void => {
    const closing = daemon
    const gone = () => closing.die()
    closing.close().then(gone, gone)
  }
  const ensureDaemon = (): void => {
    if (!daemon.isAlive() && !isSpinning) daemon = open()
  }
  const deliver = (client: WorldClient, { id, op }: Pick<Sent, 'id' | 'op'>): void => {
    const note: Sent = { id, op, client: client.name, answer: null }
    sent.push(note)
    client.submit(op, id).then(
      (answer) => {
        note.answer = answer
        if (answer.type === 'accepted' && answer.thread_id !== undefined) threadId = answer.thread_id
      },
      () => {},
    )
  }
  const fresh = (): SubmissionId => {
    submissions += 1
    return SubmissionId.parse(`sb_${submissions}`)
  }
  const tick = (): void => {
    for (const { watcher } of clients.values()) watcher.onTick()
  }
  const world: World = {
    story,
    rules,
    clock,
    tasks,
    disk,
    sent,
    requests,
    toolRuns,
    lives,
    everyClient,
    threadId: () => threadId,
    daemon: () => daemon,
    client: (number) => clients.get(number) ?? null,
    spins: () => isSpinning,
    calm: () => {
      answers.length = 0
    },
    join: (number) => {
      if (clients.has(number)) return
      const name = `client-${everyClient.length + 1}`
      const client = openClient({
        name,
        threadId: () => threadId,
        tasks,
        clock,
        accept: (socket) => daemon.accept(socket),
        chance: order.next,
      })
      clients.set(number, client)
      everyClient.push(client)
      const op: Op =
        threadId === null
          ? { type: 'thread_start', cwd: CWD }
          : { type: 'thread_resume', thread_id: threadId, cwd: CWD }
      deliver(client, { id: fresh(), op })
    },
    leave: (number) => {
      clients.get(number)?.leave()
      clients.delete(number)
    },
    submit: (number, op) => {
      const client = clients.get(number)
      if (client === undefined || threadId === null) return null
      const id = fresh()
      deliver(client, { id, op })
      return id
    },
    submitAgain: (number, earlier) => {
      const client = clients.get(number)
      if (client !== undefined) deliver(client, earlier)
    },
    shutDown,
    happen: async (chance) => {
      await drained()
      ensureDaemon()
      const ready = tasks.ready()
      const task = ready[Math.floor(chance() * ready.length)]
      if (task === undefined) return false
      tasks.run(task)
      await drained()
      return true
    },
    pass: async (ms) => {
      clock.advance(ms)
      tick()
      await drained()
      ensureDaemon()
    },
  }
  return world
}

const PLAIN: Answer = { says: 'text', calls: [], usage: 'none' }
