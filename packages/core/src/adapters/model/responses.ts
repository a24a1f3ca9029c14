/** The Responses API: request body and stream reader. Nothing is stored at the provider; reasoning comes back encrypted. */

import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses'
import type { SamplingRequest } from '../../ports/model-client.ts'
import { legalCacheKey, legalText } from './legal-text.ts'
import { type ImageUrl, responsesItems } from './responses-items.ts'

export const responsesBody = (request: SamplingRequest, imageUrl: ImageUrl): ResponseCreateParamsStreaming => ({
  model: request.model,
  instructions: legalText(request.instructions),
  input: responsesItems(request.items, imageUrl),
  ...(request.tools.length === 0
    ? {}
    : {
        tools: request.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          name,
          description,
          parameters,
          strict: false,
        })),
        tool_choice: request.toolChoice,
        parallel_tool_calls: true,
      }),
  ...(request.maxOutputTokens === undefined ? {} : { max_output_tokens: request.maxOutputTokens }),
  ...(request.reasoningEffort === undefined
    ? {}
    : // The SDK lists the efforts of its day, as it does degrees of verbosity; the server knows which it has.
      { reasoning: { effort: request.reasoningEffort as 'medium', summary: 'auto' as const } }),
  ...textWishes(request),
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: legalCacheKey(request.cacheKey),
  store: false,
  stream: true,
})

/** Both wishes are fields of one object. */
const textWishes = ({ outputSchema, verbosity }: SamplingRequest): Pick<ResponseCreateParamsStreaming, 'text'> => {
  if (outputSchema === undefined && verbosity === undefined) return {}
  return {
    text: {
      ...(outputSchema === undefined ? {} : { format: { type: 'json_schema', ...outputSchema, strict: false } }),
      ...(verbosity === undefined ? {} : { verbosity: verbosity as 'medium' }),
    },
  }
}
