/** The spellings themselves: one row a wording, most exact first. Adding one needs its source and a body that was seen. */

type Seen = {
  readonly provider: string
  /** Where the spelling is known from. */
  readonly source: string
  /** A body, or an event, of this spelling. */
  readonly example: string
}

/** Known by the error's code or type, exactly, or by its words. */
export type OverflowRow = Seen & ({ readonly code: string } | { readonly words: RegExp })

export const OVERFLOW_ROWS: readonly OverflowRow[] = [
  {
    provider: 'OpenAI',
    source: 'API error codes; HTTP 400 of both APIs, and `response.failed` inside a stream',
    code: 'context_length_exceeded',
    example:
      '{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","type":"invalid_request_error","param":"input","code":"context_length_exceeded"}}',
  },
  {
    provider: 'llama.cpp server',
    source: 'ggml-org/llama.cpp#15780; some builds send it inside a stream that began with status 200',
    code: 'exceed_context_size_error',
    example:
      '{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":8192}}',
  },
  {
    provider: 'z.ai',
    source: 'its finish reason, passed on by proxies as an error code',
    code: 'model_context_window_exceeded',
    example: '{"error":{"code":"model_context_window_exceeded","message":"Prompt exceeds the window"}}',
  },
  {
    provider: 'OpenAI, Azure OpenAI, DeepSeek, vLLM, SGLang, OpenRouter',
    source:
      'vllm-project/vllm#20409, bytedance/deer-flow#326, evalstate/fast-agent#621; the code beside it is often only `invalid_request_error` or the status',
    words: /maximum context length (is|of) [\d,]+/i,
    example:
      '{"object":"error","message":"This model\'s maximum context length is 131072 tokens. However, you requested 219523 tokens in the messages, Please reduce the length of the messages.","type":"BadRequestError","param":null,"code":400}',
  },
  {
    provider: 'OpenAI, without its code',
    source: 'proxies that keep only the message',
    words: /exceeds? the (model's )?context window/i,
    example: '{"error":"Your input exceeds the context window of this model. Please adjust your input and try again."}',
  },
  {
    provider: 'LiteLLM and other OpenAI-like proxies',
    source: "public issues: `exceeds model's maximum context length (262144)`",
    words: /exceeds? (the )?(model'?s )?maximum (context|allowed input|input) length/i,
    example:
      '{"error":{"message":"Input length (265330) exceeds model\'s maximum context length (262144).","type":"invalid_request_error","code":"400"}}',
  },
  {
    provider: 'vLLM, older',
    source: 'vllm-project/vllm#4667: what is left for the answer is below nothing',
    words: /max_(completion_)?tokens must be at least 1, got -\d+/i,
    example:
      '{"object":"error","message":"max_tokens must be at least 1, got -186.","type":"BadRequestError","param":null,"code":400}',
  },
  {
    provider: 'vLLM, newer',
    source: 'its serving code: `the decoder prompt`, `your prompt contains at least N input tokens`',
    words: /decoder prompt \(length \d+\) is longer than|prompt contains at least [\d,]+ input tokens/i,
    example:
      '{"error":{"message":"The decoder prompt (length 41232) is longer than the maximum model length of 32768. Make sure that `max_model_len` is no smaller than the number of text tokens.","type":"BadRequestError","code":400}}',
  },
  {
    provider: 'SGLang',
    source:
      "its tokenizer manager: `The input (N tokens) is longer than the model's context length (M tokens)`; Together AI too",
    words: /input \([\d,]+ tokens\) is longer than the model'?s context length/i,
    example:
      '{"object":"error","message":"The input (40961 tokens) is longer than the model\'s context length (32768 tokens).","type":"BadRequestError","param":null,"code":400}',
  },
  {
    provider: 'llama.cpp server, older, and its proxies',
    source: 'continuedev/continue#9797',
    words: /exceeds? the available context size/i,
    example:
      '{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"server_error"}}',
  },
  {
    provider: 'llama-cpp-python',
    source: 'abetlen/llama-cpp-python#416',
    words: /requested tokens( \(\d+\))? exceed context window of \d+/i,
    example:
      '{"error":{"message":"Requested tokens (2285) exceed context window of 2048","type":"internal_server_error","param":null,"code":null}}',
  },
  {
    provider: 'LM Studio',
    source: 'public issues; inside the stream as an error event',
    words: /(greater than|larger than|exceeds) the (model'?s )?(loaded )?context length/i,
    example:
      '{"error":"Trying to keep the first 9218 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens. The number of tokens to keep from the initial prompt is greater than the context length."}',
  },
  {
    provider: 'LM Studio, older',
    source: 'the same error without its second sentence',
    words: /model is loaded with context length of only \d+/i,
    example:
      '{"error":"Trying to keep the first 4161 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}',
  },
  {
    provider: 'Ollama',
    source: 'its API when truncation is off; mostly it truncates in silence',
    words: /(input|prompt)( length)? (exceeds|too long;? exceeded) (the |maximum |max )*context length/i,
    example:
      '{"error":{"message":"prompt too long; exceeded max context length by 5120 tokens","type":"api_error","param":null,"code":null}}',
  },
  {
    provider: 'Anthropic, directly and through routers',
    source: 'its documentation of errors; stackblitz/bolt.new#2449',
    words: /prompt is too long/i,
    example:
      '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 213462 tokens > 200000 maximum"}}',
  },
  {
    provider: 'Anthropic',
    source: 'its documentation: input and the room asked for the answer together',
    words: /input length and `?max_tokens`? exceed context limit/i,
    example:
      '{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again"}}',
  },
  {
    provider: 'Amazon Bedrock',
    source: 'its runtime; passed on by proxies',
    words: /input is too long for (the )?requested model/i,
    example: '{"message":"Input is too long for requested model."}',
  },
  {
    provider: 'Google Gemini and Vertex, OpenAI-compatible address',
    source: 'its error text; the body is a list of one',
    words: /input token count.*exceeds the maximum/i,
    example:
      '[{"error":{"code":400,"message":"The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).","status":"INVALID_ARGUMENT"}}]',
  },
  {
    provider: 'xAI',
    source: 'public issues',
    words: /maximum prompt length is [\d,]+/i,
    example:
      '{"code":"Client specified an invalid argument","error":"This model\'s maximum prompt length is 131072 but the request contains 537812 tokens."}',
  },
  {
    provider: 'Groq',
    source: "its API: the model's window",
    words: /reduce the length of the messages/i,
    example:
      '{"error":{"message":"Please reduce the length of the messages or completion.","type":"invalid_request_error","param":"messages"}}',
  },
  {
    provider: 'Groq, OpenAI: one request above the whole allowance of a minute',
    source:
      'continuedev/continue#10218 (413), vanna-ai/vanna-flask#11 (429): no waiting makes it fit, a smaller request does',
    words: /request too large for .*tokens per min/i,
    example:
      '{"error":{"message":"Request too large for model `llama-3.1-8b-instant` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 12328, please reduce your message size and try again.","type":"tokens","code":"rate_limit_exceeded"}}',
  },
  {
    provider: 'Mistral',
    source: 'public issues',
    words: /too large for model with [\d,]+ maximum context length/i,
    example:
      '{"object":"error","message":"Prompt contains 140231 tokens and 0 draft tokens, too large for model with 131072 maximum context length","type":"invalid_request_prompt","param":null,"code":"3051"}',
  },
  {
    provider: 'Moonshot Kimi',
    source: 'public issues; `Your request exceeded model token limit`',
    words: /exceeded (the )?model token limit/i,
    example:
      '{"error":{"message":"Invalid request: Your request exceeded model token limit: 262144 (requested: 274003)","type":"invalid_request_error"}}',
  },
  {
    provider: 'MiniMax',
    source: 'public issues',
    words: /context window exceeds limit/i,
    example:
      '{"type":"error","error":{"type":"bad_request_error","message":"invalid params, context window exceeds limit (2013)"}}',
  },
  {
    provider: 'Alibaba DashScope (Qwen)',
    source: 'its documentation of error codes',
    words: /range of input length should be \[1, [\d,]+\]/i,
    example:
      '{"error":{"code":"invalid_parameter_error","message":"Range of input length should be [1, 129024]","type":"invalid_request_error","param":null}}',
  },
  {
    provider: 'GitHub Copilot',
    source: 'public issues',
    words: /prompt token count of [\d,]+ exceeds the limit of [\d,]+/i,
    example:
      '{"error":{"message":"prompt token count of 150264 exceeds the limit of 128000","code":"model_max_prompt_tokens_exceeded"}}',
  },
  {
    provider: 'Hugging Face TGI',
    source: 'huggingface/chat-ui#340, huggingface/text-generation-inference#695; status 422',
    words: /`inputs` (tokens \+ `max_new_tokens` must be <=|must have less than) \d+/i,
    example:
      '{"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 32768. Given: 40000 `inputs` tokens and 1024 `max_new_tokens`","error_type":"validation"}',
  },
  {
    provider: 'Cohere',
    source: 'its API',
    words: /too many tokens: .*(exceed|limit)/i,
    example:
      '{"message":"too many tokens: total number of tokens in the prompt cannot exceed 132096 - received 140220."}',
  },
  {
    provider: 'Fireworks AI',
    source: 'public issues: `The prompt is too long: N, model maximum context length: M`',
    words: /model maximum context length: [\d,]+/i,
    example:
      '{"error":{"object":"error","type":"invalid_request_error","code":"invalid_request_error","message":"The prompt is too long: 140123, model maximum context length: 131071"}}',
  },
  {
    provider: 'ds4',
    source: 'antirez/ds4#150',
    code: 'context_exceeded',
    example:
      '{"error":{"message":"Prompt tokens (140123) exceeds context size (131072)","type":"context_exceeded","n_prompt_tokens":140123,"n_ctx":131072}}',
  },
  {
    provider: 'Lucebox, older',
    source: 'Luce-Org/lucebox#423',
    words: /prompt \+ max_tokens exceeds context window/i,
    example: '{"error":{"message":"prompt + max_tokens exceeds context window"}}',
  },
  {
    provider: 'gateways of several makers',
    source: 'reports of users; none of them documents it',
    words: /tokens in (the )?request( \([\d,]+\))? (is |are )?more than (the )?max/i,
    example: '{"error":{"message":"Number of tokens in request more than max tokens allowed: 40123 > 32768"}}',
  },
]
