/** Keeps what the law checker asks for while a session runs over memory ports: requests with their moment, and answers. */
import { decide } from '@rawr/policy'
import { FENCE_TAGS } from '@rawr/prompts'
import type { Accepted, Event, Op, Rejected, RolloutLine } from '@rawr/protocol'
import { type Answered, breachText, checkThread, type LogState, type SentRequest } from '@rawr/protocol/testing'
import type { ModelClient, SamplingRequest } from '../ports/model-client.ts'
import type { MemoryLog } from './memory-ports.ts'

export type WatchedThread = {
  /** The same model, whose requests are kept. */
  model(client: ModelClient): ModelClient
  /** The same answer, kept. */
  answer(op: Op, reply: Promise<Accepted | Rejected>): Promise<Accepted | Rejected>
  /** One sentence for each law that is broken. */
  breaches(seen: { readonly events: readonly Event[]; readonly state: LogState }): readonly string[]
}

export type WatchedSource = {
  readonly log: MemoryLog
  /** What the log held when it was opened. */
  readonly lines: readonly RolloutLine[]
}

/** A question for a judgment, a summary or a packet is no request of a turn. */
export const isBesideTurn = ({ items, outputSchema, toolChoice }: SamplingRequest): boolean =>
  outputSchema !== undefined || toolChoice === 'none' || items.some(({ meta }) => meta.id === 'aside')

export const watchThread = ({ log, lines }: WatchedSource): WatchedThread => {
  const requests: SentRequest[] = []
  const answers: Answered[] = []
  const before = [...lines]
  return {
    model: (client) => ({
      ...(client.compact === undefined ? {} : { compact: client.compact }),
      listModels: (signal) => client.listModels(signal),
      sample: (request, signal) => {
        requests.push({ after: log.lines.length, items: request.items, isBeside: isBesideTurn(request) })
        return client.sample(request, signal)
      },
    }),
    answer: async (op, reply) => {
      const answer = await reply
      answers.push({ op, reply: answer })
      return answer
    },
    breaches: ({ events, state }) =>
      checkThread({
        lines: log.lines,
        state,
        requests,
        answers,
        events,
        earlier: [before],
        decide,
        fenceTags: FENCE_TAGS,
      }).map(breachText),
  }
}
