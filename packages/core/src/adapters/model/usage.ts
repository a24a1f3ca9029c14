/** Usage as the two APIs spell it, to ours. Nothing reported, or a prompt of no tokens, is `null`: no figure beats a false one. */
import type { TokenUsage } from '@rawr/protocol'
import { z } from 'zod'

/** More is no count of tokens, and its sum is no number. */
const TOKENS_MAX = 1e12

const count = z.number().nonnegative().max(TOKENS_MAX).nullish()
const prompt = z.number().positive().max(TOKENS_MAX)

const ResponsesUsage = z.object({
  input_tokens: prompt,
  output_tokens: count,
  total_tokens: count,
  input_tokens_details: z.object({ cached_tokens: count }).nullish(),
  output_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
})

export const responsesUsage = (value: unknown): TokenUsage | null => {
  const usage = ResponsesUsage.safeParse(value)
  if (!usage.success) return null
  const { input_tokens, output_tokens, input_tokens_details, output_tokens_details } = usage.data
  return tokenUsage({
    input: input_tokens,
    output: output_tokens,
    cached: input_tokens_details?.cached_tokens,
    reasoning: output_tokens_details?.reasoning_tokens,
  })
}

const ChatUsage = z.object({
  prompt_tokens: prompt,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
  /** DeepSeek's word for the cached part. */
  prompt_cache_hit_tokens: count,
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
})

export const chatUsage = (value: unknown): TokenUsage | null => {
  const usage = ChatUsage.safeParse(value)
  if (!usage.success) return null
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = usage.data
  return tokenUsage({
    input: prompt_tokens,
    output: completion_tokens,
    cached: prompt_tokens_details?.cached_tokens ?? usage.data.prompt_cache_hit_tokens,
    reasoning: completion_tokens_details?.reasoning_tokens,
  })
}

type Counts = {
  readonly input: number
  readonly output: number | null | undefined
  readonly cached: number | null | undefined
  readonly reasoning: number | null | undefined
}

const tokenUsage = ({ input, output, cached, reasoning }: Counts): TokenUsage => {
  const whole = (value: number | null | undefined) => Math.round(value ?? 0)
  return {
    input_tokens: whole(input),
    cached_input_tokens: Math.min(whole(cached), whole(input)),
    output_tokens: whole(output),
    reasoning_output_tokens: Math.min(whole(reasoning), whole(output)),
    total_tokens: whole(input) + whole(output),
  }
}
