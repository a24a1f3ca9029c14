/**
 * How a story ends: troubles stop, everyone comes back, and the world must come to rest by itself. Then it is asked once
 * more, before and after a restart: a thread that cannot answer or name why is dead.
 */
import type { Event, Op, RolloutLine, SubmissionId } from '@rawr/protocol'
import { openChance } from '../chance.ts'
import { CWD } from './cwd.ts'
import type { World } from './world.ts'

export type Rest = {
  /** Sentences about what never came to rest. */
  readonly troubles: readonly string[]
  /** The questions asked at the end. */
  readonly probes: readonly SubmissionId[]
}

/** Timers that are let pass before the world counts as restless. */
const ROUNDS_MAX = 400

/** Things that happen between two timers, at most. */
const TASKS_MAX = 20_000

/** Waited for at a time: longer than any deadline, shorter than for ever. */
const PATIENCE_MS = 1_000_000

export const comeToRest = async (world: World): Promise<Rest> => {
  const { disk, story } = world
  disk.be('good')
  disk.disarm()
  world.calm()
  for (let number = 0; number < story.clients; number += 1) world.join(number)
  for (let number = 0; number < story.clients; number += 1) world.client(number)?.wire.flow()
  const troubles = [await settle(world)]
  const probes = [await probe(world, 'first')]
  troubles.push(await settle(world))
  world.shutDown()
  troubles.push(await settle(world))
  probes.push(await probe(world, 'second'))
  troubles.push(await settle(world))
  for (const fork of world.forks) {
    world.submit(0, { type: 'thread_resume', thread_id: fork, cwd: CWD }, fork)
    troubles.push(await settle(world))
    probes.push(world.submit(0, question('fork’s'), fork))
    troubles.push(await settle(world))
  }
  return { troubles: troubles.filter((trouble) => trouble !== null), probes: probes.filter((id) => id !== null) }
}

const probe = async (world: World, name: string): Promise<SubmissionId | null> => {
  world.client(0)?.beforeSend()
  return world.submit(0, question(name))
}

const question = (name: string): Op => ({
  type: 'user_turn',
  items: [{ type: 'text', text: `The ${name} question at the end.` }],
})

/** `null` once nothing is left to happen; else what is still going on. */
const settle = async (world: World): Promise<string | null> => {
  const order = openChance(world.story.salt + world.sent.length)
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let tasks = 0
    while (await world.happen(order.next)) {
      tasks += 1
      if (tasks > TASKS_MAX) return `more than ${TASKS_MAX} things happen and no time passes`
    }
    if (world.spins()) return 'the log grows without end'
    const wanted = unrest(world)
    if (wanted === null) return null
    if (!isWaiting(world) && wanted.nudge()) continue
    const ms = world.clock.nextIn()
    if (ms === null || ms > PATIENCE_MS) return wanted.sentence
    await world.pass(ms)
  }
  return unrest(world)?.sentence ?? null
}

type Unrest = {
  readonly sentence: string
  /** Does what a person would do now; `false` where a person could only wait. */
  readonly nudge: () => boolean
}

const WAIT = (): boolean => false

const unrest = (world: World): Unrest | null => {
  const threadId = world.threadId()
  const lastSeq = threadId === null ? 0 : lastNumber(world.disk.believed(threadId))
  for (let number = 0; number < world.story.clients; number += 1) {
    const seen = world.client(number)?.transcript.events().at(-1)?.seq ?? 0
    if (seen < lastSeq)
      return {
        sentence: `client ${number} has seen ${seen} of ${lastSeq} events`,
        nudge: () => wasRefused(world, number) && resume(world, number),
      }
  }
  if (world.client(0)?.transcript.hasFailed() === true || wasToldToResume(world))
    return { sentence: 'the session has failed and does not come back', nudge: () => resume(world, 0) }
  const asked = openQuestion(events(world))
  if (asked !== null)
    return {
      sentence: `nobody is heard on ${asked.id}`,
      nudge: () => world.submit(0, { type: asked.by, request_id: asked.id, decision: 'approved' }) !== null,
    }
  const unanswered = openOp(world)
  if (unanswered !== null) return { sentence: `${unanswered} is not answered`, nudge: WAIT }
  return world.daemon().isAlive() && world.daemon().isIdle()
    ? null
    : { sentence: 'the daemon is not idle', nudge: WAIT }
}

const resume = (world: World, number: number): boolean => {
  const thread_id = world.threadId()
  return thread_id !== null && world.submit(number, { type: 'thread_resume', thread_id }) !== null
}

/** What the first client asked last was refused, because the session had failed while it was away. */
const wasToldToResume = (world: World): boolean => {
  const name = world.client(0)?.name
  const answer = world.sent.findLast(({ client }) => client === name)?.answer
  return answer?.type === 'rejected' && /Resume the thread/.test(answer.message)
}

/** A client that could not open the thread opens it again. */
const wasRefused = (world: World, number: number): boolean => {
  const name = world.client(number)?.name
  const last = world.sent.findLast(({ op, client }) => client === name && op.type === 'thread_resume')
  return world.client(number)?.transcript.wasRefused() === true || last?.answer?.type === 'rejected'
}

const isWaiting = (world: World): boolean => openOp(world) !== null

const openOp = (world: World): string | null => {
  const open = world.sent.find(({ answer, client }) => answer === null && isHere(world, client))
  const question = world.questions.find(({ answer, client }) => answer === null && isHere(world, client))
  if (question !== undefined) return `question ${question.query.type}`
  return open === undefined ? null : `${open.op.type} ${open.id}`
}

const lastNumber = (lines: readonly RolloutLine[]): number => {
  const last = lines.findLast((line) => line.type === 'event_msg')
  return last?.type === 'event_msg' ? last.payload.seq : 0
}

const isHere = (world: World, name: string): boolean =>
  Array.from({ length: world.story.clients }, (_, number) => world.client(number)?.name).includes(name)

const events = (world: World): readonly Event[] => world.client(0)?.transcript.events() ?? []

const openQuestion = (told: readonly Event[]) => {
  const resolved = new Set(told.flatMap(({ msg }) => (msg.type === 'approval_resolved' ? [msg.request_id] : [])))
  const ended = new Set(
    told.flatMap(({ msg }) => (msg.type === 'turn_aborted' || msg.type === 'turn_complete' ? [msg.turn_id] : [])),
  )
  for (const { msg } of told)
    if (
      (msg.type === 'exec_approval_request' || msg.type === 'apply_patch_approval_request') &&
      !resolved.has(msg.request_id) &&
      !ended.has(msg.turn_id)
    )
      return {
        id: msg.request_id,
        by: msg.type === 'exec_approval_request' ? 'exec_approval' : 'patch_approval',
      } as const
  return null
}
