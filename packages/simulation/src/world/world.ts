/**
 * Everything in one place: disk, clock, network, the daemon that lives now and the clients around it. It does what it is
 * told, one step at a time; what a step means stands in `play.ts`.
 */
import type { SamplingRequest } from '@rawr/core'
import type { MemoryLogger } from '@rawr/core/testing'
import { memoryBlobs, memoryProjectFiles } from '@rawr/core/testing'
import {
  type Accepted,
  type DecisionRecord,
  type EventMsg,
  type Op,
  type Query,
  type Rejected,
  type Result,
  type RolloutLine,
  SubmissionId,
  type ThreadId,
} from '@rawr/protocol'
import { type Chance, openChance } from '../chance.ts'
import type { Answer, Story } from '../story.ts'
import { openClient, type WorldClient } from './client.ts'
import { openWorldClock, type WorldClock } from './clock.ts'
import { CWD } from './cwd.ts'
import { type Daemon, openDaemon } from './daemon.ts'
import { type Disk, openDisk } from './disk.ts'
import { rulesOf } from './rules.ts'
import { drained, openTasks, type Tasks } from './tasks.ts'

/** One op that a client sent; the same id may be sent by several. */
export type Sent = {
  readonly id: SubmissionId
  readonly op: Op
  readonly client: string
  /** `null`: none yet. */
  answer: Accepted | Rejected | null
  /** The thread it went to, where it was not the story's own. */
  readonly to: ThreadId | null
}

/** A question that changes nothing. */
export type Question = {
  readonly query: Query
  readonly client: string
  answer: Result<EventMsg, Rejected> | null
}

export type SentRequest = {
  readonly threadId: ThreadId
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
  readonly questions: readonly Question[]
  readonly requests: readonly SentRequest[]
  /** Calls that ran, in all lives. */
  readonly toolRuns: readonly string[]
  readonly lives: readonly { readonly logger: MemoryLogger; readonly decisions: readonly DecisionRecord[] }[]
  /** Clients that are gone, too. */
  readonly everyClient: readonly WorldClient[]
  threadId(): ThreadId | null
  /** Threads that were forked off. */
  readonly forks: readonly ThreadId[]
  /** Of the archives beside the project, oldest first. */
  archiveNames(): readonly string[]
  daemon(): Daemon
  /** `null`: nobody sits there. */
  client(number: number): WorldClient | null
  join(number: number): void
  leave(number: number): void
  /** To the thread of the story, or to a fork of it. */
  submit(number: number, op: Op, to?: ThreadId): SubmissionId | null
  ask(number: number, query: Query): void
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

export const openWorld = (story: Story): World => new LiveWorld(story)

class LiveWorld implements World {
  readonly story: Story
  readonly rules: string
  readonly clock = openWorldClock()
  readonly tasks = openTasks()
  readonly disk: Disk
  readonly sent: Sent[] = []
  readonly questions: Question[] = []
  readonly requests: SentRequest[] = []
  readonly forks: ThreadId[] = []
  readonly toolRuns: string[] = []
  readonly lives: Daemon[] = []
  readonly everyClient: WorldClient[] = []
  readonly #clients = new Map<number, WorldClient>()
  readonly #blobs = memoryBlobs()
  readonly #projectFiles = memoryProjectFiles()
  readonly #archiveNames: string[] = []
  readonly #chance: Chance
  #answers: readonly Answer[]
  #daemon: Daemon
  #threadId: ThreadId | null = null
  #isSpinning = false
  #submissions = 0
  #modelAnswers = 0

  constructor(story: Story) {
    this.story = story
    this.rules = rulesOf(story)
    this.#chance = openChance(story.salt)
    this.#answers = story.answers
    this.disk = openDisk({
      tasks: this.tasks,
      linesMax: LINES_MAX,
      onTooManyLines: () => {
        this.#isSpinning = true
        this.#daemon.die()
      },
    })
    this.#daemon = this.#open()
  }

  threadId(): ThreadId | null {
    return this.#threadId
  }

  archiveNames(): readonly string[] {
    return this.#archiveNames
  }

  daemon(): Daemon {
    return this.#daemon
  }

  client(number: number): WorldClient | null {
    return this.#clients.get(number) ?? null
  }

  spins(): boolean {
    return this.#isSpinning
  }

  calm(): void {
    this.#answers = []
  }

  join(number: number): void {
    if (this.#clients.has(number)) return
    const client = openClient({
      name: `client-${this.everyClient.length + 1}`,
      threadId: () => this.#threadId,
      tasks: this.tasks,
      clock: this.clock,
      accept: (socket) => this.#daemon.accept(socket),
      chance: this.#chance.next,
    })
    this.#clients.set(number, client)
    this.everyClient.push(client)
    const thread_id = this.#threadId
    const op: Op =
      thread_id === null ? { type: 'thread_start', cwd: CWD } : { type: 'thread_resume', thread_id, cwd: CWD }
    this.#deliver(client, { id: this.#fresh(), op, to: null })
  }

  leave(number: number): void {
    this.#clients.get(number)?.leave()
    this.#clients.delete(number)
  }

  submit(number: number, op: Op, to: ThreadId | null = null): SubmissionId | null {
    const client = this.#clients.get(number)
    if (client === undefined || this.#threadId === null) return null
    const id = this.#fresh()
    this.#deliver(client, { id, op, to })
    return id
  }

  ask(number: number, query: Query): void {
    const client = this.#clients.get(number)
    if (client === undefined || this.#threadId === null) return
    const question: Question = { query, client: client.name, answer: null }
    this.questions.push(question)
    const note = (answer: Result<EventMsg, Rejected>): void => {
      question.answer = answer
    }
    client.ask(query, this.#fresh()).then(note, () => {})
  }

  submitAgain(number: number, earlier: Sent): void {
    const client = this.#clients.get(number)
    if (client !== undefined) this.#deliver(client, earlier)
  }

  shutDown(): void {
    const closing = this.#daemon
    const gone = () => closing.die()
    closing.close().then(gone, gone)
  }

  async happen(chance: () => number): Promise<boolean> {
    await drained()
    this.#ensureDaemon()
    const ready = this.tasks.ready()
    const task = ready[Math.floor(chance() * ready.length)]
    if (task === undefined) return false
    this.tasks.run(task)
    await drained()
    return true
  }

  async pass(ms: number): Promise<void> {
    this.clock.advance(ms)
    for (const { watcher } of this.#clients.values()) watcher.onTick()
    await drained()
    this.#ensureDaemon()
  }

  #ensureDaemon(): void {
    if (!this.#daemon.isAlive() && !this.#isSpinning) this.#daemon = this.#open()
  }

  #open(): Daemon {
    const { story, rules, disk, clock, tasks } = this
    const daemon = openDaemon({
      number: this.lives.length + 1,
      story,
      rules,
      disk,
      blobs: this.#blobs,
      clock,
      tasks,
      model: {
        next: () => this.#nextAnswer(),
        count: () => this.#modelAnswers,
      },
      projectFiles: this.#projectFiles,
      onArchive: ({ info }) => this.#archiveNames.push(info.name),
      onRequest: (request, threadId) => this.#note(request, threadId),
      onToolRun: (call) => this.toolRuns.push(`${call.callId} ${call.arguments}`),
      onDeath: () => {
        for (const { wire } of this.#clients.values()) wire.cut()
      },
      onShutdown: () => this.shutDown(),
    })
    this.lives.push(daemon)
    return daemon
  }

  #nextAnswer(): Answer {
    const [next = PLAIN, ...rest] = this.#answers
    this.#answers = rest
    this.#modelAnswers += 1
    return next
  }

  #note(request: SamplingRequest, threadId: ThreadId): void {
    const lines = this.disk.believed(threadId)
    this.requests.push({ request, threadId, lines, after: lines.length })
  }

  #fresh(): SubmissionId {
    this.#submissions += 1
    return SubmissionId.parse(`sb_${this.#submissions}`)
  }

  #deliver(client: WorldClient, { id, op, to }: Pick<Sent, 'id' | 'op' | 'to'>): void {
    const note: Sent = { id, op, to, client: client.name, answer: null }
    this.sent.push(note)
    const noteAnswer = (answer: Accepted | Rejected): void => {
      note.answer = answer
      if (answer.type !== 'accepted' || answer.thread_id === undefined) return
      if (op.type === 'thread_fork') this.#fork(answer.thread_id)
      else if (to === null) this.#threadId = answer.thread_id
    }
    // A link that is gone answers nothing: what it asked stays open.
    client.submit(op, id, to ?? undefined).then(noteAnswer, () => {})
  }

  #fork(threadId: ThreadId): void {
    if (!this.forks.includes(threadId)) this.forks.push(threadId)
  }
}

const PLAIN: Answer = { says: 'text', calls: [], usage: 'none' }
