/** The provider's own compaction: one POST of the live context, answered by an item that only the provider can read. */
import { err, ok, type Result } from '@rawr/protocol'
import { z } from 'zod'
import type { ModelFailure, RemoteCompaction, SamplingRequest } from '../../ports/model-client.ts'
import type { Connection } from './connection.ts'
import { failureOf } from './failure.ts'
import type { Fault } from './fault.ts'
import { legalText } from './legal-text.ts'
import { openStream } from './open-stream.ts'
import { type ImageUrl, responsesItems } from './responses-items.ts'

export type RemoteQuestion = {
  readonly connection: Connection
  readonly request: SamplingRequest
  readonly imageUrl: ImageUrl
  readonly apiKeyEnv: string
  readonly signal: AbortSignal
}

const Answer = z.object({
  output: z.array(z.looseObject({ type: z.string(), encrypted_content: z.string().optional() })),
  usage: z
    .object({ input_tokens: z.number().optional(), output_tokens: z.number().optional() })
    .nullish()
    .catch(undefined),
})

export const compactRemotely = async (question: RemoteQuestion): Promise<Result<RemoteCompaction, ModelFailure>> => {
  const { connection, request, imageUrl, signal } = question
  const body = {
    model: request.model,
    instructions: legalText(request.instructions),
    input: responsesItems(request.items, imageUrl),
  }
  for await (const piece of openStream(connection, { path: '/responses/compact', body }, signal)) {
    if (!piece.ok) return err(failed(question, piece.error))
    const answer = Answer.safeParse(piece.value)
    const item = answer.data?.output.findLast(({ encrypted_content }) => encrypted_content !== undefined)
    if (item?.encrypted_content === undefined)
      return err(failed(question, { type: 'garbage', detail: 'no compaction item in the answer' }))
    const { input_tokens = 0, output_tokens = 0 } = answer.data?.usage ?? {}
    return ok({ encryptedContent: item.encrypted_content, inputTokens: input_tokens, outputTokens: output_tokens })
  }
  return err(failed(question, { type: 'garbage', detail: 'an empty answer' }))
}

const failed = ({ connection, request, apiKeyEnv }: RemoteQuestion, fault: Fault): ModelFailure =>
  fault.type === 'http' && [404, 405, 501].includes(fault.status)
    ? {
        kind: 'not_found',
        status: fault.status,
        message: `${connection.baseUrl} has no endpoint for compaction.`,
        transient: false,
      }
    : failureOf(fault, {
        address: connection.baseUrl,
        apiKeyEnv,
        model: request.model,
        secrets: connection.secrets,
        nowMs: connection.clock.now(),
      })
