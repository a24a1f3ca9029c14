/** The Chat Completions API: request body and stream reader, for OpenAI's server and the many that are nearly like it. */

import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions/completions'
import type { SamplingRequest } from '../../ports/model-client.ts'
import { chatMessages } from './chat-messages.ts'
import type { ThinkingField } from './chat-reader.ts'
import { legalText } from './legal-text.ts'
import type { ImageUrl } from './responses-items.ts'

export type ChatBodyParts = {
  readonly request: SamplingRequest
  readonly imageUrl: ImageUrl
  readonly thinkingField: ThinkingField | null
}

export const chatBody = ({ request, imageUrl, thinkingField }: ChatBodyParts): ChatCompletionCreateParamsStreaming => ({
  model: request.model,
  messages: [
    { role: 'system', content: legalText(request.instructions) },
    ...chatMessages({ items: request.items, imageUrl, thinkingField }),
  ],
  ...(request.tools.length === 0
    ? {}
    : {
        tools: request.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          function: { name, description, parameters },
        })),
        tool_choice: request.toolChoice,
      }),
  ...(request.maxOutputTokens === undefined ? {} : { max_tokens: request.maxOutputTokens }),
  ...(request.reasoningEffort === undefined
    ? {}
    : // The SDK lists the efforts of its day; the server knows which it has.
      { reasoning_effort: request.reasoningEffort as 'medium' }),
  ...(request.verbosity === undefined ? {} : { verbosity: request.verbosity as 'medium' }),
  ...(request.outputSchema === undefined
    ? {}
    : { response_format: { type: 'json_schema' as const, json_schema: request.outputSchema } }),
  stream: true,
  stream_options: { include_usage: true },
})
