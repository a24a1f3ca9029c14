/**
 * Performs the watcher's machine for one thread: wire events in, ops out. Two kinds of host:
 *
 * - `interactive` (a screen, the demo): decides when a turn of the user has ended. Call `beforeSend()` just before each
 *   message of the user is submitted; it acts only where a compaction was put off to that message.
 * - `headless` (`rawr exec`): never decides after a turn. `beforeSend()` asks the policy as from `deferred`.
 *
 * `beforeSend()` is synchronous and never delays the message: where it begins a compaction, `hold_input` and `compact` are
 * submitted first, and core holds the message that follows on the same connection until the history is replaced.
 *
 * The host feeds every event of the thread to `onEvent`, replayed ones too, calls `onReplayComplete()` where the replay
 * ends if it began in one, and `onTick()` about once a second (or at `nextDeadline()`), because the machine has no clock.
 */
import { CACHE_TTL_MS, type PolicyFrontmatter } from '@rawr/policy'
import {
  type Accepted,
  assertNever,
  type ClientId,
  type DecisionInputs,
  type DecisionRecord,
  type Event,
  type Op,
  type Rejected,
  type RequestId,
  type SequenceId,
  type Settings,
  type SubmissionId,
  type TurnId,
  type UnixMillis,
  type Verdict,
} from '@rawr/protocol'
import { agentPacket, answerOf, evaluate, type WatchedAt } from './evaluate.ts'
import { noticeText } from './notice-text.ts'
import { continuationOp, judgmentOp, promptOp } from './sequence-ops.ts'
import type { Evaluation, Notice, WatcherEffect, WatcherEvent, WatcherState } from './state.ts'
import { IDLE } from './steps.ts'
import { emptyMemory, remember, type ThreadMemory } from './thread-memory.ts'
import { transition } from './transition.ts'
import { machineEvent, opOf } from './wire.ts'

export type WatcherOptions = {
  /** Sends an op of this thread under this id. Ops must leave in the order of the calls. */
  readonly submit: (op: Op, id: SubmissionId) => Promise<Accepted | Rejected>
  readonly now: () => UnixMillis
  readonly ids: { submission(): SubmissionId; request(): RequestId; sequence(): SequenceId }
  readonly host: 'interactive' | 'headless'
  /** Until `session_configured` brings them. */
  readonly settings?: Settings | undefined
  /** From `welcome`: with it the watcher keeps still while another client drives. */
  readonly clientId?: ClientId | undefined
  readonly frontmatter?: PolicyFrontmatter | undefined
  /** `in_replay`: events only inform until `onReplayComplete()`. Absent: `live`. */
  readonly begins?: 'live' | 'in_replay' | undefined
  /** One line for a person. */
  readonly onNotice?: ((kind: Notice['kind'], text: string) => void) | undefined
}

export type Watcher = {
  onEvent(event: Event): void
  onReplayComplete(): void
  /** Just before a message of the user is submitted. */
  beforeSend(): void
  /** The user wants no compaction now: stops one that runs, and forgets one that was put off. */
  cancel(): void
  onTick(): void
  /**
   * Resolves when no compaction is under way and every op sent was answered: before a client leaves, or the last records
   * may not arrive.
   */
  settled(): Promise<void>
  /** When `onTick()` is due at the latest; `null` while nothing is waited for. */
  nextDeadline(): UnixMillis | null
  state(): WatcherState
}

export const createWatcher = (options: WatcherOptions): Watcher => new ThreadWatcher(options)

type Asked = {
  readonly inputs: DecisionInputs
  readonly evaluation: Evaluation
  readonly at: UnixMillis
  readonly turnId: TurnId | null
}

const verdictOf = ({ outcome, should_compact }: JudgmentResult): Verdict => {
  if (outcome === 'failed') return 'failed'
  return should_compact ? 'approved' : 'vetoed'
}

/** Time for a packet and the compaction's own request, before the prefix is forgotten. */
const IDLE_LEAD_MS = 60_000

/** What a watcher asks of is one of its own three moments. */
const watchedAt = ({ at }: DecisionInputs): WatchedAt => (at === 'deferred' || at === 'idle' ? at : 'turn_end')

type JudgmentResult = Extract<Event['msg'], { type: 'rawr_auto_compaction_judgment_result' }>

class ThreadWatcher implements Watcher {
  readonly #options: WatcherOptions
  #memory: ThreadMemory
  #state: WatcherState = IDLE
  #isLive: boolean
  #isDriver = true
  /** Made last; its record is reported again when its outcome is known. */
  #asked: Asked | null = null
  #unanswered = 0
  /** When the provider last read the conversation, as far as this client has seen it. */
  #lastCallAt: UnixMillis | null = null
  /** The call after whose silence the policy was asked already. */
  #idledFor: UnixMillis | null = null
  #settlers: (() => void)[] = []

  constructor(options: WatcherOptions) {
    this.#options = options
    this.#memory = emptyMemory(options.settings)
    this.#isLive = options.begins !== 'in_replay'
  }

  onEvent(event: Event): void {
    const { msg } = event
    const isAnswer = this.#memory.turn === 'answering'
    this.#memory = remember(this.#memory, msg)
    if (msg.type === 'presence') this.#noticeDriver(msg.clients)
    if (!this.#isLive) return
    if (msg.type === 'token_count' && msg.last !== undefined) this.#lastCallAt = this.#options.now()
    if (event.id !== null) this.#take({ type: 'progressed', submissionId: event.id, at: this.#options.now() })
    if (msg.type === 'rawr_auto_compaction_judgment_result') this.#judged(msg.request_id, verdictOf(msg))
    const isAsked = this.#options.host === 'interactive' && isAnswer
    const moved = machineEvent(event, () => ({
      evaluation: isAsked ? this.#ask('turn_end') : null,
      packet: agentPacket(this.#memory),
      ...this.#stamp(),
    }))
    if (moved !== null) this.#take(moved)
  }

  onReplayComplete(): void {
    this.#isLive = true
  }

  beforeSend(): void {
    if (this.#state.name === 'awaiting_judgment') {
      const evaluation = this.#reconsider('user_spoke')
      this.#take({ type: 'user_message_ready', evaluation, ...this.#stamp() })
      return
    }
    const isAsked = this.#options.host === 'headless' || this.#state.name === 'deferred'
    // With a turn running the message only queues or steers; what was put off waits for the next one.
    const evaluation = isAsked && this.#memory.turn === 'none' ? this.#ask('deferred', this.#standingVerdict()) : null
    this.#take({ type: 'user_message_ready', evaluation, ...this.#stamp() })
  }

  cancel(): void {
    this.#take({ type: 'user_cancelled' })
  }

  onTick(): void {
    const at = this.#options.now()
    if (this.#state.name === 'awaiting_judgment' && at >= this.#state.deadline)
      this.#judged(this.#state.requestId, 'failed')
    else this.#take({ type: 'ticked', at })
    const due = this.#idleAt()
    if (due === null || at < due) return
    this.#idledFor = this.#lastCallAt
    this.#take({ type: 'idled', evaluation: this.#ask('idle'), ...this.#stamp() })
  }

  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#settlers.push(resolve)
      this.#settle()
    })
  }

  nextDeadline(): UnixMillis | null {
    return 'deadline' in this.#state ? this.#state.deadline : this.#idleAt()
  }

  /** When the next request would soon be paid for in full; asked once for each silence. `null`: not wanted, or nothing to lose. */
  #idleAt(): UnixMillis | null {
    const { settings, turn } = this.#memory
    const isWanted = settings.rawr_auto_compaction.compact_before_cache_expiry && this.#options.host === 'interactive'
    const isFree = turn === 'none' && (this.#state.name === 'idle' || this.#state.name === 'deferred')
    if (!isWanted || !isFree || this.#lastCallAt === null || this.#lastCallAt === this.#idledFor) return null
    return this.#lastCallAt + CACHE_TTL_MS - IDLE_LEAD_MS
  }

  state(): WatcherState {
    return this.#state
  }

  #noticeDriver(clients: Extract<Event['msg'], { type: 'presence' }>['clients']): void {
    const own = this.#options.clientId
    if (own !== undefined)
      this.#isDriver = clients.some(({ client_id, role }) => client_id === own && role === 'driver')
    if (!this.#isDriver) this.#take({ type: 'driver_lost' })
  }

  #stamp() {
    const { now, ids } = this.#options
    return { at: now(), next: { sequenceId: ids.sequence(), submissionId: ids.submission() } }
  }

  /** A message waits to be sent: what was put off had its verdict, and where none was asked there is no time for one. */
  #standingVerdict(): Verdict {
    return this.#state.name === 'deferred' ? 'approved' : 'failed'
  }

  #question(at: WatchedAt, decisionId: RequestId, verdict: Verdict | undefined) {
    const { host, frontmatter, now } = this.#options
    const idleMs = this.#lastCallAt === null ? null : Math.max(0, now() - this.#lastCallAt)
    const howToCancel = host === 'interactive' ? 'Esc cancels.' : undefined
    return { memory: this.#memory, at, decisionId, idleMs, frontmatter, howToCancel, verdict }
  }

  #judged(requestId: RequestId, verdict: Verdict): void {
    const isAwaited = this.#state.name === 'awaiting_judgment' && this.#state.requestId === requestId
    const evaluation = isAwaited ? this.#reconsider(verdict) : null
    if (evaluation !== null)
      this.#take({ type: 'judged', requestId, evaluation, packet: agentPacket(this.#memory), ...this.#stamp() })
  }

  /** The evaluation that waited for a verdict, with it. */
  #reconsider(verdict: Verdict): Evaluation | null {
    if (this.#asked === null) return null
    const { inputs, evaluation, at, turnId } = this.#asked
    const question = this.#question(watchedAt(inputs), evaluation.decisionId, verdict)
    const answer = answerOf(question, inputs)
    this.#asked = { ...answer, at, turnId }
    return answer.evaluation
  }

  #ask(at: WatchedAt, verdict?: Verdict): Evaluation | null {
    const isFree = this.#state.name === 'idle' || this.#state.name === 'deferred'
    if (!this.#isLive || !this.#isDriver || !isFree) return null
    const { ids, now } = this.#options
    const first = evaluate(this.#question(at, ids.request(), undefined))
    const asksNow = first?.evaluation.decision.kind === 'judge' && verdict !== undefined
    const answer = asksNow ? answerOf(this.#question(at, first.evaluation.decisionId, verdict), first.inputs) : first
    if (answer !== null) this.#asked = { ...answer, at: now(), turnId: this.#memory.turnId }
    return answer?.evaluation ?? null
  }

  #take(event: WatcherEvent): void {
    const step = transition(this.#state, event)
    this.#state = step.state
    for (const effect of step.effects) this.#perform(effect)
    this.#settle()
  }

  #perform(effect: WatcherEffect): void {
    switch (effect.type) {
      case 'notify':
        this.#options.onNotice?.(effect.notice.kind, noticeText(effect.notice))
        break
      case 'report_decision':
        this.#report(effect)
        break
      case 'submit_judgment': {
        const inputs = this.#asked?.inputs
        const op = inputs === undefined ? null : judgmentOp(effect.requestId, inputs, this.#memory)
        if (op !== null) this.#send(op, effect.submissionId)
        break
      }
      case 'submit_prompt': {
        const op = promptOp(effect, this.#memory)
        if (op !== null) this.#send(op, effect.submissionId)
        break
      }
      case 'submit_continuation':
        this.#send(continuationOp(effect.sequenceId), this.#options.ids.submission())
        break
      case 'submit_compact':
        this.#send(opOf(effect), effect.submissionId)
        break
      case 'hold_input':
      case 'release_input':
      case 'interrupt':
        this.#send(opOf(effect), this.#options.ids.submission())
        break
      default:
        assertNever(effect)
    }
  }

  #report({ decisionId, outcome }: Extract<WatcherEffect, { type: 'report_decision' }>): void {
    if (this.#asked?.evaluation.decisionId !== decisionId) return
    const { inputs, evaluation, at, turnId } = this.#asked
    const { decision } = evaluation
    const turn = turnId === null ? {} : { turn_id: turnId }
    const record: DecisionRecord = {
      id: decisionId,
      at,
      actor: 'watcher',
      ...turn,
      inputs,
      decision,
      count: 1,
      outcome,
    }
    this.#send({ type: 'report_decision', record }, this.#options.ids.submission())
  }

  #send(op: Op, submissionId: SubmissionId): void {
    const refused = (message: string): void => {
      if (this.#state.name === 'awaiting_judgment' && this.#state.submissionId === submissionId)
        this.#judged(this.#state.requestId, 'failed')
      else this.#take({ type: 'submission_rejected', submissionId, message })
    }
    const answered = (reply: Accepted | Rejected): void => {
      if (reply.type === 'rejected') refused(reply.message)
      else if (reply.joined !== undefined) this.#take({ type: 'compaction_joined', submissionId, other: reply.joined })
    }
    this.#unanswered += 1
    this.#options
      .submit(op, submissionId)
      .then(answered, (error: unknown) => refused(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        this.#unanswered -= 1
        this.#settle()
      })
  }

  #settle(): void {
    if (this.#unanswered > 0 || !(this.#state.name === 'idle' || this.#state.name === 'deferred')) return
    for (const resolve of this.#settlers.splice(0)) resolve()
  }
}
