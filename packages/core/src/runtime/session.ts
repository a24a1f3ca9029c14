/**
 * A thread that is loaded and running: one mailbox owns the state of its two machines. This file joins the parts; it takes
 * no decision and performs no effect itself.
 */
import { type ClientId, type Event, err } from '@rawr/protocol'
import type { MidTurnEvent } from '../engine/mid-turn/state.ts'
import { restoreSession } from '../engine/restore.ts'
import { sessionTransition } from '../engine/session/machine.ts'
import type { Client, SessionEffect, SessionInput, SessionState } from '../engine/session/state.ts'
import type { TurnEvent } from '../engine/turn/state.ts'
import { admit, waitsForContext } from './admit.ts'
import { announcedSettings } from './announced-settings.ts'
import { answerQuery } from './answer-query.ts'
import { readContext } from './begin.ts'
import { type Compactor, openCompactor } from './compact.ts'
import { configuredEvent } from './configured-event.ts'
import { dropRefused } from './drop-refused.ts'
import { endFailed } from './end-failed.ts'
import { type Judge, openJudge } from './judge.ts'
import { hasPastedImages, withKeptImages } from './keep-images.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { noteEvents } from './note-events.ts'
import { observeRepo } from './observe-repo.ts'
import type { Listener } from './outbox.ts'
import { perform } from './perform.ts'
import { reportUsage } from './read-answer.ts'
import { recover } from './recover.ts'
import { openReplies, type Replies, type Reply } from './replies.ts'
import { serverChange } from './server-change.ts'
import type { CloseReason, Session, SessionDeps, Submitted } from './session-deps.ts'
import { fitNow, openParts, type SessionParts } from './session-parts.ts'
import { openTurnDriver, type TurnDriver } from './turn.ts'
import { openUserCommands, type UserCommands } from './user-command.ts'
import { writeDown } from './write-down.ts'

export const openSession = (deps: SessionDeps): Session => new LiveSession(deps)

type Letter =
  | { readonly to: 'session'; readonly input: SessionInput }
  | { readonly to: 'turn'; readonly event: TurnEvent }
  | { readonly to: 'mid_turn'; readonly event: MidTurnEvent }
  | { readonly to: 'door'; readonly submitted: Submitted; readonly reply: Reply }

const FAILED = { code: 'internal', message: 'The session failed. Resume the thread to go on.' } as const

class LiveSession implements Session {
  readonly threadId: Session['threadId']
  readonly #parts: SessionParts
  readonly #turn: TurnDriver
  readonly #compactor: Compactor
  readonly #replies: Replies
  readonly #commands: UserCommands
  readonly #judge: Judge
  readonly #mailbox: Mailbox<Letter>
  #state: SessionState
  #cancelDeadline: () => void = () => {}
  /** Came before the initial context was read, and needs it. */
  readonly #early: Letter[] = []
  #closing: PromiseWithResolvers<void> | null = null
  readonly #rest = Promise.withResolvers<void>()
  #closeReason: CloseReason = 'unload'
  #written: Promise<void> | null = null

  constructor(deps: SessionDeps) {
    this.threadId = deps.threadId
    const restored = restoreSession(deps.lines)
    this.#mailbox = openMailbox((letter) => this.#take(letter))
    const broken = (error: unknown): void => this.#fail(error)
    const parts = openParts(deps, {
      fit: () => fitNow(parts, this.#compactor.guard()),
      guard: () => this.#compactor.guard(),
      disarm: () => this.#compactor.disarm(),
      postMidTurn: (event) => this.#mailbox.post({ to: 'mid_turn', event }),
      postTurn: (event) => this.#mailbox.post({ to: 'turn', event }),
      postSession: (input) => this.#mailbox.post({ to: 'session', input }),
      broken,
    })
    this.#parts = parts
    this.#judge = openJudge(parts)
    this.#turn = openTurnDriver(parts, this.#judge)
    this.#commands = openUserCommands(parts)
    this.#compactor = openCompactor({
      ...parts,
      ...deps,
      modelAvailable: deps.model !== null,
      guard: restored.guard,
      reportUsage: (id) => reportUsage(parts, id, { usage: null, estimatedInput: 0 }),
      overdue: (compactionId) => parts.postSession({ type: 'compaction_overdue', compactionId }),
      ended: (end) => parts.postSession({ type: 'compaction_ended', ...end }),
    })
    this.#replies = openReplies({
      sync: () => parts.record.sync(),
      lastSeq: () => parts.outbox.lastSeq(),
      known: restored.submissions,
      refused: (id) => dropRefused(parts, this.#state.queue, id),
      broken,
    })
    parts.outbox.emit(configuredEvent(parts), null)
    const moved = deps.model === null ? null : serverChange(deps.lines, announcedSettings(deps.settings))
    if (moved !== null) parts.noteOnce(moved, null)
    this.#state = recover({ ...parts, clock: deps.clock }, restored)
    const observe = deps.observesRepo === true ? () => observeRepo(deps) : undefined
    parts.outbox.attach(noteEvents({ ...parts, ...deps, observe }))
    readContext(parts, { hasBegun: restored.hasBegun, isWanted: () => this.#state.phase.name === 'opening' }).catch(
      broken,
    )
  }

  async submit(submitted: Submitted): ReturnType<Session['submit']> {
    const { op } = submitted
    const kept = hasPastedImages(op)
      ? { ...submitted, op: await withKeptImages(op, this.#parts.deps.blobs) }
      : submitted
    return new Promise((reply) => {
      this.#mailbox.post({ to: 'door', submitted: kept, reply })
    })
  }

  ask(query: Parameters<Session['ask']>[0]): ReturnType<Session['ask']> {
    return answerQuery(this.#parts, query)
  }

  rest(): Promise<void> {
    this.#parts.postSession({ type: 'rest_requested' })
    return this.#rest.promise
  }

  attach(listener: Listener): () => void {
    return this.#parts.outbox.attach(listener)
  }

  snapshots(): Event[] {
    return this.#parts.outbox.snapshots()
  }

  clientAttached(client: Client): void {
    this.#parts.postSession({ type: 'client_attached', ...client })
  }

  clientDetached(clientId: ClientId): void {
    this.#parts.postSession({ type: 'client_detached', clientId })
  }

  eventsAfter(seq: number): Event[] {
    return this.#parts.outbox.eventsAfter(seq)
  }

  lastSeq(): number {
    return this.#parts.outbox.lastSeq()
  }

  isIdle(): boolean {
    const { phase, queue, hold } = this.#state
    return (phase.name === 'idle' && queue.length === 0 && hold === null) || phase.name === 'closed'
  }

  close(reason: CloseReason): Promise<void> {
    if (this.#closing !== null) return this.#closing.promise
    this.#closing = Promise.withResolvers()
    this.#closeReason = reason
    if (this.#state.phase.name === 'closed') this.#finish()
    else this.#parts.postSession({ type: 'close_requested' })
    return this.#closing.promise
  }

  #take(letter: Letter): void {
    try {
      if (letter.to === 'door') this.#open(letter.submitted, letter.reply)
      else if (letter.to === 'turn') this.#turn.take(letter.event)
      else if (letter.to === 'mid_turn') this.#turn.takeMidTurn(letter.event)
      else this.#step(letter.input)
      if (this.#turn.isAskingSomebody() && !this.#state.clients.some(({ canAnswer }) => canAnswer))
        this.#turn.take({ type: 'nobody_to_ask' })
    } catch (error) {
      this.#fail(error)
    }
  }

  #open(submitted: Submitted, reply: Reply): void {
    if (!this.#replies.expect(submitted.id, reply)) return
    if (this.#state.phase.name === 'opening' && waitsForContext(submitted.op)) {
      this.#early.push({ to: 'door', submitted, reply })
      return
    }
    const { awaits, turnId } = this.#turn
    const admission = { parts: this.#parts, compactor: this.#compactor, judge: this.#judge, awaits, turnId }
    // Closed, and nobody closes it: whoever was away when it failed learns it from the answer.
    const hasFailed = this.#state.phase.name === 'closed' && this.#closing === null
    const admitted = hasFailed ? err(FAILED) : admit(admission, submitted)
    if (admitted.ok) this.#step(admitted.value)
    else this.#replies.reject(submitted.id, admitted.error)
  }

  #step(input: SessionInput): void {
    const { ids, clock } = this.#parts.deps
    const fresh = { turnId: ids.turn(), compactionId: ids.compaction(), at: clock.now() }
    const step = sessionTransition(this.#state, { ...input, fresh })
    this.#state = step.state
    for (const effect of step.effects) perform(this.#performer(), effect)
    if (step.state.phase.name !== 'opening') for (const letter of this.#early.splice(0)) this.#mailbox.post(letter)
  }

  #performer(): Parameters<typeof perform>[0] {
    return {
      parts: this.#parts,
      turn: this.#turn,
      compactor: this.#compactor,
      replies: this.#replies,
      commands: this.#commands,
      rest: () => this.#rest.resolve(),
      judge: this.#judge,
      setDeadline: (effect) => this.#setDeadline(effect),
      close: () => this.#finish(),
    }
  }

  #setDeadline({ sequenceId, at }: Extract<SessionEffect, { type: 'set_deadline' }>): void {
    const { clock } = this.#parts.deps
    this.#cancelDeadline()
    this.#cancelDeadline = clock.after(Math.max(0, at - clock.now()), () =>
      this.#parts.postSession({ type: 'deadline_passed', sequenceId }),
    )
  }

  /** Something that must not fail did: this session ends with named events, the daemon and its other threads live. */
  #fail(error: unknown): void {
    const { phase } = this.#state
    if (phase.name === 'closed') {
      // On its way out: what could not be told any more is no reason to stay.
      if (this.#closing !== null) this.#finish()
      return
    }
    this.#state = { ...this.#state, phase: { name: 'closed' } }
    this.#rest.resolve()
    const running = { parts: this.#parts, turn: this.#turn, compactor: this.#compactor, commands: this.#commands }
    endFailed(running, { phase, error })
    this.#replies.rejectAll(FAILED)
    if (this.#closing !== null) this.#finish()
  }

  #finish(): void {
    this.#rest.resolve()
    this.#cancelDeadline()
    this.#judge.stop()
    this.#closing ??= Promise.withResolvers()
    this.#written ??= writeDown(this.#parts, this.#closeReason)
    this.#written.then(this.#closing.resolve, this.#closing.reject)
  }
}
