/**
 * Drives mid-turn compaction: gathers what a decision is made from, performs the machine's effects, and tells the turn
 * when it may go on. Decides nothing.
 */
import {
  decide,
  decisionInputs,
  emptySignals,
  expectedCost,
  explain,
  foldPace,
  foldSignals,
  noPace,
  type Observed,
} from '@rawr/policy'
import { foldPacketFacts, noPacketFacts } from '@rawr/prompts'
import {
  assertNever,
  type Decision,
  type DecisionInputs,
  type DecisionRecord,
  type EventMsg,
  isWork,
  type Limit,
  type RequestId,
  type SubmissionId,
  type TurnId,
  type TurnKind,
  type Verdict,
} from '@rawr/protocol'
import { usageOf } from '../engine/limits.ts'
import { type CutAnswer, type CutQuestion, evaluateCut, withVerdict } from '../engine/mid-turn/evaluate.ts'
import { idleMidTurn, midTurnTransition } from '../engine/mid-turn/machine.ts'
import type { MidTurnEffect, MidTurnEvent, MidTurnState } from '../engine/mid-turn/state.ts'
import { sumOfUsage } from '../engine/usage-ledger.ts'
import type { CompactionRequest, ToolContext } from '../ports/tool-runner.ts'
import { askPacket, type PacketAnswer } from './ask-packet.ts'
import type { Judge, JudgmentResult } from './judge.ts'
import type { SessionParts } from './session-parts.ts'
import { announcedPrompts } from './thread-prompts.ts'

export type TurnUnderWatch = {
  readonly turnId: TurnId
  readonly submissionId: SubmissionId
  readonly origin: TurnKind
  readonly writeHandoff: (handoff: string) => void
}

export type MidTurn = {
  /** The agent wants a compaction; refused where the policy would leave the history alone, else done at the next cut. */
  request(turn: TurnUnderWatch, request: CompactionRequest): ReturnType<ToolContext['requestCompaction']>
  /** `asks`: an answer with calls came before this cut; else nobody is asked. */
  reachCut(turn: TurnUnderWatch, asks: boolean): void
  /** The next request does not fit, or hardly: the decision that goes with the compaction. */
  atLimit(turn: TurnUnderWatch, limit: Limit): RequestId
  /** Whether it was this one's own, so that the turn need not be told. */
  compactionEnded(outcome: 'compacted' | 'failed', handoff: 'in_view' | 'owed'): boolean
  stop(): void
  take(event: MidTurnEvent): void
}

export type MidTurnRim = { readonly judge: Judge; readonly proceed: () => void }

export const openMidTurn = (parts: SessionParts, rim: MidTurnRim): MidTurn => new ThreadMidTurn(parts, rim)

class ThreadMidTurn implements MidTurn {
  readonly #parts: SessionParts
  readonly #rim: MidTurnRim
  #state: MidTurnState = idleMidTurn
  #turn: TurnUnderWatch | null = null
  #asked: { readonly question: CutQuestion; readonly answer: CutAnswer } | null = null
  #asking = new AbortController()
  /** Of a compaction at a limit, until its end is known. */
  #atLimit: RequestId | null = null
  #signals = emptySignals
  #facts = noPacketFacts
  #pace = noPace
  #lastCallAt: number | null = null
  /** Said in this turn. */
  #said: string | null = null
  /** Asked for by the agent in this turn; heard once. */
  #wish: CompactionRequest | null = null

  constructor(parts: SessionParts, rim: MidTurnRim) {
    this.#parts = parts
    this.#rim = rim
    for (const line of parts.deps.lines) if (line.type === 'event_msg') this.#hear(line.payload.msg)
    parts.outbox.attach(({ msg }) => {
      this.#hear(msg)
      if (msg.type === 'token_count' && msg.last !== undefined) this.#lastCallAt = parts.deps.clock.now()
    })
  }

  reachCut(turn: TurnUnderWatch, asks: boolean): void {
    this.#turn = turn
    if (asks) {
      const question = this.#question(turn)
      this.#wish = null
      this.#asked = { question, answer: evaluateCut(question) }
    }
    this.take({ type: 'cut_reached', evaluation: asks ? (this.#asked?.answer.evaluation ?? null) : null })
  }

  request(turn: TurnUnderWatch, request: CompactionRequest): ReturnType<ToolContext['requestCompaction']> {
    this.#wish = request
    const { inputs, evaluation } = evaluateCut(this.#question(turn))
    const { decision, decisionId } = evaluation
    if (decision.kind !== 'leave') return { isAccepted: true, message: ACCEPTED }
    this.#wish = null
    this.#report(turn, { id: decisionId, actor: 'mid_turn', inputs, decision })
    return { isAccepted: false, message: `Refused. ${explain({ inputs, decision })}` }
  }

  atLimit(turn: TurnUnderWatch, limit: Limit): RequestId {
    const { decisionId, observed } = this.#question(turn)
    const inputs: DecisionInputs = { ...decisionInputs({ ...observed, at: 'limit' }), limit }
    const decision = decide(inputs)
    const actor = limit === 'built_in' ? 'built_in' : 'hard_limit'
    this.#report(turn, { id: decisionId, actor, inputs, decision })
    this.#atLimit = decision.kind === 'leave' ? null : decisionId
    this.#turn = turn
    return decisionId
  }

  compactionEnded(outcome: 'compacted' | 'failed', handoff: 'in_view' | 'owed'): boolean {
    const isOwn = this.#state.name === 'compacting'
    if (isOwn) this.take({ type: 'compaction_ended', outcome, handoff })
    else this.#settleLimit(outcome)
    return isOwn
  }

  stop(): void {
    this.#settleLimit('cancelled')
    this.take({ type: 'stopped' })
  }

  #settleLimit(outcome: 'compacted' | 'failed' | 'cancelled'): void {
    const id = this.#atLimit
    this.#atLimit = null
    if (id !== null) this.#parts.decisions.settle(id, outcome, this.#turn?.submissionId ?? null)
  }

  #hear(msg: EventMsg): void {
    this.#signals = foldSignals(this.#signals, msg)
    this.#facts = foldPacketFacts(this.#facts, msg, announcedPrompts(this.#parts).scratch_file)
    this.#pace = foldPace(this.#pace, msg)
    if (msg.type === 'turn_started') {
      this.#said = null
      this.#wish = null
    }
    if (msg.type === 'agent_message') this.#said = msg.text
  }

  #question({ origin }: TurnUnderWatch): CutQuestion {
    const { deps, prompts, gauge, guard } = this.#parts
    const { settings, ids, clock, model } = deps
    const usage = usageOf(gauge())
    const idleMs = this.#lastCallAt === null ? null : Math.max(0, clock.now() - this.#lastCallAt)
    const observed: Omit<Observed, 'at'> = {
      settings,
      usage,
      signals: this.#signals,
      lastAgentMessage: this.#said,
      rearmFrom: guard().rearmFrom,
      breaker: guard().breaker,
      busy: (!isWork(origin) && origin !== 'review') || this.#rim.judge.isAsking(),
      reviewMode: origin === 'review',
      agentRequest: this.#wish !== null,
      // A recording answers the user's turns and nothing beside them.
      modelAvailable: model !== null && settings.provider.wire_api !== 'replay',
      cost: expectedCost({ settings, usage, pace: this.#pace, idleMs, asksAgent: model !== null }),
    }
    const texts = { maxTailChars: prompts.maxTailChars, headsUpTemplate: prompts.bodies['heads-up.md'] }
    return { decisionId: ids.request(), observed, facts: this.#facts, note: noteOf(this.#wish), ...texts }
  }

  /** What was asked beside the conversation came back, through the mailbox. */
  take(event: MidTurnEvent): void {
    const step = midTurnTransition(this.#state, event)
    this.#state = step.state
    for (const effect of step.effects) this.#perform(effect)
  }

  #perform(effect: MidTurnEffect) {
    const turn = this.#turn
    if (turn === null) throw new Error(`${effect.type}: no turn has reached a cut`)
    switch (effect.type) {
      case 'report_decision':
        return this.#reportOutcome(turn, effect)
      case 'heads_up': {
        const message = effect.text
        const { tier, trigger } = this.#acting()
        const msg = { type: 'compaction_heads_up', trigger, tier, message } as const
        return this.#parts.outbox.emit(msg, turn.submissionId)
      }
      case 'ask_judgment':
        return this.#askJudgment(turn, effect.requestId)
      case 'ask_packet':
        return this.#askPacket(turn, effect)
      case 'compact': {
        const { decisionId, packetAuthor, handoff } = effect
        const wish = { trigger: this.#acting().trigger, decisionId, packetAuthor, handoff } as const
        return this.#parts.postSession({ type: 'turn_wants_compaction', ...wish })
      }
      case 'write_handoff':
        turn.writeHandoff(effect.handoff)
        return this.take({ type: 'handoff_written', decisionId: effect.decisionId })
      case 'disarm':
        return this.#parts.disarm()
      case 'abort_asking':
        return this.#asking.abort()
      case 'proceed':
        return this.#rim.proceed()
      default:
        assertNever(effect)
    }
  }

  #askJudgment({ turnId, submissionId }: TurnUnderWatch, requestId: RequestId): void {
    const { judge } = this.#rim
    const { inputs, evaluation } = this.#answer()
    const { decision } = evaluation
    if (decision.kind !== 'judge') throw new Error(`${requestId} asks for no judgment`)
    this.#asking = new AbortController()
    this.#asking.signal.addEventListener('abort', () => judge.stop(), { once: true })
    const question = {
      requestId,
      tier: decision.tier,
      percentRemaining: inputs.usage.percent_remaining,
      boundaries: inputs.boundaries,
      lastAgentMessage: this.#facts.lastAgentMessage,
      promptFile: decision.prompt,
      turnId,
    }
    const take = (result: JudgmentResult): void => {
      const answered = result.should_compact ? 'approved' : 'vetoed'
      this.#judged(requestId, result.outcome === 'failed' ? 'failed' : answered)
    }
    judge.ask(question, submissionId).then(take).catch(this.#parts.broken)
  }

  #judged(requestId: RequestId, verdict: Verdict): void {
    if (this.#state.name !== 'judging' || this.#state.requestId !== requestId || this.#asked === null) return
    const { question, answer } = this.#asked
    const judged = withVerdict(question, answer.inputs, verdict)
    this.#asked = { question, answer: judged }
    this.#parts.postMidTurn({ type: 'judged', requestId, evaluation: judged.evaluation })
  }

  #askPacket({ submissionId }: TurnUnderWatch, effect: Extract<MidTurnEffect, { type: 'ask_packet' }>): void {
    const { requestId, scratch } = effect
    this.#asking = new AbortController()
    const { signal } = this.#asking
    const note = this.#asked?.question.note
    const take = ({ handoff, usage }: PacketAnswer): void => {
      const { record, outbox, gauge } = this.#parts
      if (usage !== null)
        outbox.emit(
          { type: 'token_count', usage: usageOf(gauge()), total: sumOfUsage(record.ledger().total, usage) },
          submissionId,
        )
      this.#parts.postMidTurn({ type: 'packet_written', requestId, handoff })
    }
    // What is told in the taking may find a full disk.
    askPacket(this.#parts, { scratch, facts: this.#facts, note, signal }).then(take).catch(this.#parts.broken)
  }

  #acting(): Exclude<Decision, { kind: 'leave' }> {
    const { decision, decisionId } = this.#answer().evaluation
    if (decision.kind === 'leave') throw new Error(`${decisionId} asks for nothing`)
    return decision
  }

  #answer(): CutAnswer {
    if (this.#asked === null) throw new Error('nothing was evaluated')
    return this.#asked.answer
  }

  #reportOutcome(
    turn: TurnUnderWatch,
    { decisionId: id, outcome }: Extract<MidTurnEffect, { type: 'report_decision' }>,
  ): void {
    const { inputs, evaluation } = this.#answer()
    this.#report(turn, { id, actor: 'mid_turn', inputs, decision: evaluation.decision }, outcome)
  }

  #report(
    { turnId, submissionId }: TurnUnderWatch,
    made: Pick<DecisionRecord, 'id' | 'actor' | 'inputs' | 'decision'>,
    outcome: DecisionRecord['outcome'] = made.decision.kind === 'leave' ? 'left' : 'pending',
  ): void {
    const at = this.#parts.deps.clock.now()
    this.#parts.decisions.report({ ...made, at, turn_id: turnId, count: 1, outcome }, submissionId)
  }
}

const ACCEPTED = 'Accepted: older messages are condensed before your next step. Go on with the work then.'

const noteOf = (wish: CompactionRequest | null): string | undefined =>
  wish === null ? undefined : [wish.reason, wish.note].filter((text) => text !== undefined).join('\n')
