/** Builds the model client that the settings ask for. */
import type { ProviderSettings } from '@rawr/protocol'
import type { BlobStore } from '../../ports/blob-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IdSource } from '../../ports/id-source.ts'
import type { ModelClient } from '../../ports/model-client.ts'
import { uniqueCallIds } from './call-ids.ts'
import { chatBody, chatReader } from './chat-completions.ts'
import { openConcessions } from './concessions.ts'
import { connectionOf } from './connection.ts'
import { readImages } from './images.ts'
import { listModels } from './list-models.ts'
import { createReplayClient } from './replay.ts'
import { responsesBody, responsesReader } from './responses.ts'
import { sampleStream } from './sample-stream.ts'

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
  const isChat = deps.settings.wire_api === 'chat'
  return {
    async *sample(request, signal) {
      const imageUrl = await readImages(request.items, deps.blobs)
      const callIds = uniqueCallIds(request.items, () => deps.ids.call())
      yield* sampleStream({
        connection,
        request,
        post: isChat
          ? { path: '/chat/completions', body: chatBody(request, imageUrl) }
          : { path: '/responses', body: responsesBody(request, imageUrl) },
        reader: isChat ? chatReader(callIds) : responsesReader(callIds),
        apiKeyEnv: deps.settings.api_key_env,
        signal,
        concessions,
      })
    },
    listModels: (signal) => listModels(connection, signal),
  }
}
