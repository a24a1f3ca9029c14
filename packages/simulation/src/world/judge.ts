/** What must hold after any story: the laws over every request and log, and that all who listened were told the same. */
import { chatBody, isBesideTurn, responsesBody } from '@rawr/core/testing'
import { decide } from '@rawr/policy'
import { FENCE_TAGS } from '@rawr/prompts'
import {
  type Accepted,
  type Event,
  encodeRolloutLine,
  type Rejected,
  type RolloutLine,
  type ThreadId,
} from '@rawr/protocol'
import { type Answered, type Breach, checkMoments, checkThread } from '@rawr/protocol/testing'
import type { Rest } from './rest.ts'
import type { SentRequest, World } from './world.ts'

export const judge = (world: World, rest: Rest): readonly Breach[] => {
  const threadId = world.threadId()
  const lines = threadId === null ? [] : world.disk.lines(threadId)
  const forks = world.forks.map((fork) => ({ fork, lines: world.disk.lines(fork) }))
  return [
    ...rest.troubles.map((message) => ({ law: 'log' as const, at: 'end', message })),
    ...ofLives(world, [lines, ...forks.map(({ lines: forked }) => forked)]),
    ...checkThread({ ...factsOf(world), lines, state: 'at_rest', answers: answersOf(world, null) }),
    ...forks.flatMap(({ fork, lines: forked }) =>
      checkThread({ ...factsOf(world), lines: forked, state: 'at_rest', answers: answersOf(world, fork) }),
    ),
    ...ofClients(world, lines),
    ...ofWatchers(lines),
    ...ofProbes([...lines, ...forks.flatMap(({ lines: forked }) => forked)], rest),
    ...ofQuestions(world),
    ...ofTools(world),
    ...ofLoggers(world),
  ]
}

/**
 * Each life of the log with what was sent in it. What a later life lost with the power is judged by all laws here, the rest
 * with the log as it is at the end.
 */
const ofLives = (world: World, atEnd: readonly (readonly RolloutLine[])[]): Breach[] =>
  [...Map.groupBy(world.requests, ({ lines }) => lines)].flatMap(([lines, sent]) => {
    const life = { ...factsOf(world), lines, requests: sent.map((request) => asSent(world, request)) }
    const isKept = atEnd.some((log) => beginsWith(log, lines))
    return isKept ? checkMoments(life) : checkThread({ ...life, state: 'running' })
  })

const beginsWith = (log: readonly RolloutLine[], lines: readonly RolloutLine[]): boolean =>
  lines.every((line, at) => {
    const kept = log[at]
    return kept === line || (kept?.ordinal === line.ordinal && encodeRolloutLine(kept) === encodeRolloutLine(line))
  })

const factsOf = ({ rules }: World) => ({ decide, fenceTags: FENCE_TAGS, instructions: () => [rules] })

const asSent = ({ story }: World, { request, after }: SentRequest) => {
  const body =
    story.wire === 'responses'
      ? responsesBody(request, () => null)
      : chatBody({ request, imageUrl: () => null, thinkingField: null })
  return { after, body, items: request.items, isBeside: isBesideTurn(request) }
}

/** What the disk did not take is answered so, and may be in the log all the same. */
const answersOf = ({ sent }: World, thread: ThreadId | null): Answered[] => {
  const unclear = new Set(sent.filter(({ answer }) => answer === null || isOfDisk(answer)).map(({ id }) => id))
  return sent.flatMap(({ id, op, answer, to }) =>
    answer === null || to !== thread || (answer.type === 'rejected' && unclear.has(id)) ? [] : [{ op, reply: answer }],
  )
}

const isOfDisk = (answer: Accepted | Rejected): boolean => answer.type === 'rejected' && answer.code === 'internal'

/** Everybody who is still there has the log's events, all of them, in order. */
const ofClients = (world: World, lines: readonly RolloutLine[]): Breach[] => {
  const logged = lines.flatMap((line) => (line.type === 'event_msg' ? [line.payload] : []))
  const texts = logged.map(({ msg }) => JSON.stringify(msg))
  const seats = Array.from({ length: world.story.clients }, (_, number) => world.client(number))
  const differences = seats.flatMap((client): Breach[] => {
    const seen = client?.transcript.events() ?? []
    const index = logged.findIndex(({ seq }, at) => !isSame(seen[at], seq, texts[at]))
    if (client === null || (index === -1 && seen.length === logged.length)) return []
    const [mine, theirs] = [logged[index], seen[index]]
    const message = `the log has ${mine?.msg.type ?? 'nothing'} ${mine?.seq ?? ''}, ${client.name} has ${theirs?.msg.type ?? 'nothing'} ${theirs?.seq ?? ''}`
    return [{ law: 'L12', at: `${client.name}, event ${index + 1}`, message }]
  })
  return [...world.everyClient.flatMap(({ transcript }) => transcript.breaches()), ...differences]
}

const isSame = (event: Event | undefined, seq: number, text: string | undefined): boolean =>
  event?.seq === seq && JSON.stringify(event.msg) === text

/**
 * A watcher lets held messages go when its own compaction has ended, whoever else's turn ends meanwhile. Where its connection
 * was lost they went already, and its own release comes late: it lets nothing go.
 */
const ofWatchers = (lines: readonly RolloutLine[]): Breach[] => {
  let running: string | null = null
  let held: string | null = null
  let isLate = false
  return lines.flatMap((line): Breach[] => {
    if (line.type === 'queue') {
      const { payload } = line
      if (payload.change === 'released') isLate = held !== payload.sequence_id
      if (payload.change === 'held' || payload.change === 'released')
        held = payload.change === 'held' ? payload.sequence_id : null
    }
    if (line.type !== 'event_msg') return []
    const { msg } = line.payload
    if (msg.type === 'compaction_started' && msg.trigger === 'auto_watcher') running = msg.compaction_id
    if (msg.type === 'context_compacted' || msg.type === 'compact_failed') running = null
    const isEarly = msg.type === 'input_released' && msg.by === 'driver' && !isLate && isOfWatcher(msg.sequence_id)
    return isEarly && running !== null
      ? [{ law: 'L12', at: `line ${line.ordinal}`, message: `messages are let go while compaction ${running} runs` }]
      : []
  })
}

/** As a client of the world names the sequences of its watcher. */
const isOfWatcher = (sequenceId: string): boolean => /^s\d+-client-/.test(sequenceId)

/** A thread that is asked at the end answers, or names why not. */
const ofProbes = (lines: readonly RolloutLine[], { probes, troubles }: Rest): Breach[] =>
  troubles.length > 0
    ? []
    : probes.flatMap((id): Breach[] => {
        const ends = lines.filter(
          (line) =>
            line.type === 'event_msg' &&
            line.payload.submission_id === id &&
            (line.payload.msg.type === 'turn_complete' || line.payload.msg.type === 'turn_aborted'),
        )
        const isRefused = !lines.some(
          (line) => line.type === 'queue' && line.payload.change === 'added' && line.payload.input.submission_id === id,
        )
        return ends.length === 1 || isRefused
          ? []
          : [{ law: 'L12', at: `message ${id}`, message: `ends ${ends.length} times` }]
      })

/** The parts of a breakdown are the one number; and a question is refused with words, never with a fault. */
const ofQuestions = ({ questions }: World): Breach[] =>
  questions.flatMap(({ query, answer }): Breach[] => {
    if (answer === null) return []
    const at = `question ${query.type}`
    if (!answer.ok)
      return isOfDisk(answer.error) && !/ENOSPC|EIO/.test(answer.error.message)
        ? [{ law: 'log', at, message: answer.error.message }]
        : []
    if (answer.value.type !== 'context_breakdown_result') return []
    const { usage, parts } = answer.value
    const sum = parts.reduce((total, { tokens }) => total + tokens, 0)
    return sum === usage.used_tokens
      ? []
      : [{ law: 'L11', at, message: `the parts make ${sum} tokens, ${usage.used_tokens} are used` }]
  })

const ofTools = ({ toolRuns }: World): Breach[] =>
  toolRuns.flatMap((id, index) =>
    toolRuns.indexOf(id) === index ? [] : [{ law: 'L12', at: `call ${id}`, message: 'was run twice' }],
  )

/** Errors that the world did not provoke. */
const ofLoggers = ({ lives }: World): Breach[] =>
  lives.flatMap(({ logger }) =>
    logger.entries.flatMap(({ level, event, fields }): Breach[] => {
      const text = JSON.stringify(fields, (_key, value) => (value instanceof Error ? value.message : value))
      const isExpected = level !== 'error' || event === 'tool_threw' || /ENOSPC|EIO/.test(text)
      return isExpected ? [] : [{ law: 'log', at: event, message: text }]
    }),
  )
