/** What must hold after any story: the laws over every request and log, and that all who listened were told the same. */
import { chatBody, responsesBody } from '@rawr/core/testing'
import { FENCE_TAGS } from '@rawr/prompts'
import { type Event, type RolloutLine, textOfInput, textOfParts } from '@rawr/protocol'
import { type Breach, checkLog, checkReplay, checkRequest } from '@rawr/protocol/testing'
import type { Rest } from './rest.ts'
import type { SentRequest, World } from './world.ts'

export const judge = (world: World, rest: Rest): readonly Breach[] => {
  const threadId = world.threadId()
  const lines = threadId === null ? [] : world.disk.lines(threadId)
  return [
    ...rest.troubles.map((message) => ({ law: 'log' as const, at: 'end', message })),
    ...world.requests.flatMap((request, index) => ofRequest(world, request, index)),
    ...checkLog(lines, 'at_rest'),
    ...ofClients(world, lines),
    ...ofMessages(world, lines),
    ...ofProbes(lines, rest),
    ...ofTools(world),
    ...ofLoggers(world),
  ]
}

const ofRequest = ({ story, rules }: World, { request, lines, encrypted }: SentRequest, index: number): Breach[] => {
  const body =
    story.wire === 'responses'
      ? responsesBody(request, () => null)
      : chatBody({ request, imageUrl: () => null, thinkingField: null })
  const facts = {
    window: { tokens: story.window, outputReserve: Math.floor(story.window / 8) },
    bytesMax: null,
    sacred: [rules],
    encrypted,
    fenceTags: FENCE_TAGS,
    live: liveIn(lines),
  }
  return [...checkRequest(body, facts), ...checkReplay(lines, request.items)].map((breach) => ({
    ...breach,
    at: `request ${index} ${breach.at}`,
  }))
}

/** The newest words of the user in the turn that runs. */
const liveIn = (lines: readonly RolloutLine[]): string | null => {
  const begun = lines.findLast((line) => line.type === 'event_msg' && line.payload.msg.type === 'turn_started')
  const turn =
    begun?.type === 'event_msg' && begun.payload.msg.type === 'turn_started' ? begun.payload.msg.turn_id : null
  const said = lines.findLast(
    (line) =>
      line.type === 'response_item' && line.payload.meta.origin === 'user' && line.payload.meta.turn_id === turn,
  )
  return said?.type === 'response_item' && said.payload.type === 'message' ? textOfParts(said.payload.content) : null
}

/** Everybody who is still there has the log's events, all of them, in order. */
const ofClients = (world: World, lines: readonly RolloutLine[]): Breach[] => {
  const logged = lines.flatMap((line) => (line.type === 'event_msg' ? [line.payload] : []))
  const seats = Array.from({ length: world.story.clients }, (_, number) => world.client(number))
  const differences = seats.flatMap((client): Breach[] => {
    const seen = client?.transcript.events() ?? []
    const index = logged.findIndex(({ seq, msg }, at) => !isSame(seen[at], seq, msg))
    if (client === null || (index === -1 && seen.length === logged.length)) return []
    const [mine, theirs] = [logged[index], seen[index]]
    const message = `the log has ${mine?.msg.type ?? 'nothing'} ${mine?.seq ?? ''}, ${client.name} has ${theirs?.msg.type ?? 'nothing'} ${theirs?.seq ?? ''}`
    return [{ law: 'L12', at: `${client.name}, event ${index + 1}`, message }]
  })
  return [...world.everyClient.flatMap(({ transcript }) => transcript.breaches()), ...differences]
}

const isSame = (event: Event | undefined, seq: number, msg: Event['msg']): boolean =>
  event?.seq === seq && JSON.stringify(event.msg) === JSON.stringify(msg)

/** What was accepted is in the log once; what was refused everywhere is not. */
const ofMessages = (world: World, lines: readonly RolloutLine[]): Breach[] => {
  const added = lines.flatMap((line) =>
    line.type === 'queue' && line.payload.change === 'added' ? [line.payload.input] : [],
  )
  return world.sent.flatMap(({ id, op, answer, client }): Breach[] => {
    if (answer === null || (op.type !== 'user_turn' && op.type !== 'user_input')) return []
    const here = added.filter(({ submission_id }) => submission_id === id)
    const report = (message: string): Breach => ({ law: 'L12', at: `message ${id} of ${client}`, message })
    if (answer.type === 'accepted')
      return here.length === 1 && textOfInput(here[0]?.items ?? []) === textOfInput(op.items)
        ? []
        : [report(`was accepted and is ${here.length} times in the log`)]
    const others = world.sent.filter((other) => other.id === id && other.answer?.type !== 'rejected')
    return here.length === 0 || others.length > 0 || answer.code === 'internal'
      ? []
      : [report(`was refused (${answer.code}) and is in the log`)]
  })
}

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
