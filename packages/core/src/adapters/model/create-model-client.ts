/** Builds the model client that the settings ask for. */
import type { ProviderSettings } from '@rawr/protocol'
import type { BlobStore } from '../../ports/blob-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IdSource } from '../../ports/id-source.ts'
import type { ModelClient, SamplingRequest } from '../../ports/model-client.ts'
import { openAnswerChain } from './answer-chain.ts'
import { uniqueCallIds } from './call-ids.ts'
import { chatBody } from './chat-completions.ts'
import { chatReader, type ThinkingField } from './chat-reader.ts'
import { openConcessions } from './concessions.ts'
import { type Connection, connectionOf } from './connection.ts'
import { readImages } from './images.ts'
import { listModels } from './list-models.ts'
import type { CallIds } from './reading.ts'
import { compactRemotely } from './remote-compact.ts'
import { createReplayClient } from './replay.ts'
import { responsesBody } from './responses.ts'
import type { ImageUrl } from './responses-items.ts'
import { responsesReader } from './responses-reader.ts'
import { type Sampling, sampleStream } from './sample-stream.ts'

export type ModelClientDeps = {
  readonly settings: ProviderSettings
  /** `null` where there is none: local servers ask for none. */
  readonly apiKey: string | null
  readonly clock: Clock
  readonly ids: Pick<IdSource, 'call'>
  /** Where images of the history lie. */
  readonly blobs: Pick<BlobStore, 'get'>
}

export const createModelClient = (deps: ModelClientDeps): ModelClient =>
  deps.settings.wire_api === 'replay' ? createReplayClient(deps.settings.recording ?? '') : createProviderClient(deps)

const createProviderClient = (deps: ModelClientDeps): ModelClient => {
  const connection = connectionOf(deps)
  const concessions = openConcessions()
  const open = deps.settings.wire_api === 'chat' ? chatFormat() : responsesFormat(deps.settings)
  return {
    async *sample(request, signal) {
      const imageUrl = await readImages(request.items, deps.blobs)
      const callIds = uniqueCallIds(request.items, () => deps.ids.call())
      const exchange = open({ request, imageUrl, callIds })
      yield* sampleStream({
        ...exchange,
        connection,
        request,
        apiKeyEnv: deps.settings.api_key_env,
        signal,
        concessions,
      })
    },
    ...(deps.settings.wire_api === 'chat' ? {} : { compact: remoteCompactor(deps, connection) }),
    listModels: (signal) => listModels(connection, signal),
  }
}

const remoteCompactor =
  ({ blobs, settings }: ModelClientDeps, connection: Connection): NonNullable<ModelClient['compact']> =>
  async (request, signal) => {
    const imageUrl = await readImages(request.items, blobs)
    return await compactRemotely({ connection, request, imageUrl, apiKeyEnv: settings.api_key_env, signal })
  }

type Question = { readonly request: SamplingRequest; readonly imageUrl: ImageUrl; readonly callIds: CallIds }
type Exchange = Pick<Sampling, 'post' | 'reader' | 'afterRefusal'>

const responsesFormat = ({ stores_answers = false }: ProviderSettings): ((question: Question) => Exchange) => {
  const chain = stores_answers ? openAnswerChain() : null
  return ({ request, imageUrl, callIds }) => {
    const body = responsesBody(request, imageUrl)
    const reader = responsesReader(callIds)
    if (chain === null) return { post: { path: '/responses', body }, reader }
    const link = chain.link(request.cacheKey, { ...body, model: request.model })
    const { afterRefusal } = link
    return { post: { path: '/responses', body: link.body }, reader: link.listen(reader), afterRefusal }
  }
}

/** Which models think in the open is learned from their answers. */
const chatFormat = (): ((question: Question) => Exchange) => {
  const thinking = new Map<string, ThinkingField>()
  return ({ request, imageUrl, callIds }) => ({
    post: {
      path: '/chat/completions',
      body: chatBody({ request, imageUrl, thinkingField: thinking.get(request.model) ?? null }),
    },
    reader: chatReader({ callIds, onThinking: (field) => thinking.set(request.model, field) }),
  })
}
