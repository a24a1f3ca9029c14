/**
 * How the provider of each preset says no: bodies as its documentation, its source or its users in public show them, each with
 * the place where it is to be seen. Names of accounts and models are ours.
 */
import type { Refusal } from './posing-provider.ts'

export type SaidNo = Refusal & {
  readonly source: string
  /** The words of it that a person has to see. */
  readonly says: string
}

export type Refusals = {
  readonly preset: string
  /** Below the root of the server. */
  readonly path: string
  readonly keyEnv: string
  readonly keyHeader: string
  /** 401. */
  readonly badKey: SaidNo
  /** 404: no such model, deployment or address. */
  readonly noModel: SaidNo
  /** A 429, or what is said in its place, that passes. */
  readonly limited: SaidNo
  /** A 429 that no waiting within a turn ends; absent: nothing of that kind is known. */
  readonly usedUp?: SaidNo
}

/** What nginx answers with `limit_req_status 429` in front of a server that knows no such limit itself. */
const NGINX: SaidNo = {
  source: 'nginx.org/en/docs/http/ngx_http_limit_req_module.html#limit_req_status; the page is nginx’s own',
  status: 429,
  body: '<html>\r\n<head><title>429 Too Many Requests</title></head>\r\n<body>\r\n<center><h1>429 Too Many Requests</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  says: '429 Too Many Requests',
}

export const PRESET_REFUSALS: readonly Refusals[] = [
  {
    preset: 'openai',
    path: '/v1',
    keyEnv: 'OPENAI_API_KEY',
    keyHeader: 'authorization',
    badKey: {
      source: 'platform.openai.com/docs/guides/error-codes; popjane/free_chatgpt_api#3',
      status: 401,
      body: {
        error: {
          message:
            'Incorrect API key provided: sk-abcde***********wxyz. You can find your API key at https://platform.openai.com/account/api-keys.',
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_api_key',
        },
      },
      says: 'Incorrect API key provided',
    },
    noModel: {
      source: 'Aider-AI/aider#2030',
      status: 404,
      body: {
        error: {
          message: 'The model `oak` does not exist or you do not have access to it.',
          type: 'invalid_request_error',
          param: null,
          code: 'model_not_found',
        },
      },
      says: 'The model `oak` does not exist',
    },
    limited: {
      source: 'openai/codex#88, continuedev/continue#11472',
      status: 429,
      body: {
        error: {
          message:
            'Rate limit reached for oak in organization org-1 on tokens per min (TPM): Limit 30000, Used 18928, Requested 11159. Please try again in 174ms. Visit https://platform.openai.com/account/rate-limits to learn more.',
          type: 'tokens',
          param: null,
          code: 'rate_limit_exceeded',
        },
      },
      says: 'Please try again in 174ms',
    },
    usedUp: {
      source: 'raznem/parsera#5',
      status: 429,
      body: {
        error: {
          message:
            'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
          type: 'insufficient_quota',
          param: null,
          code: 'insufficient_quota',
        },
      },
      says: 'You exceeded your current quota',
    },
  },
  {
    preset: 'azure',
    path: '/openai/v1',
    keyEnv: 'AZURE_OPENAI_API_KEY',
    keyHeader: 'api-key',
    badKey: {
      source: 'openinterpreter/openinterpreter#319, openai/codex#1354',
      status: 401,
      body: {
        error: {
          code: '401',
          message:
            'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
        },
      },
      says: 'Access denied due to invalid subscription key',
    },
    noModel: {
      source: 'chatboxai/chatbox#646, Azure-Samples/azure-search-openai-demo-csharp#379',
      status: 404,
      body: {
        error: {
          code: 'DeploymentNotFound',
          message:
            'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
        },
      },
      says: 'The API deployment for this resource does not exist',
    },
    limited: {
      source: 'microsoft/copilot-camp#551, whose headers say 2 s; here a tenth of one',
      status: 429,
      body: { error: { code: '429', message: 'Rate limit is exceeded. Try again in 0.1 seconds.' } },
      says: 'Rate limit is exceeded',
    },
    usedUp: {
      source: 'jasonacox/TinyLLM#17',
      status: 429,
      body: {
        error: {
          code: '429',
          message:
            'Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2023-05-15 have exceeded token rate limit of your current AIServices S0 pricing tier. Please retry after 86400 seconds. Please contact Azure support service if you would like to further increase the default rate limit.',
        },
      },
      says: 'Please retry after 86400 seconds',
    },
  },
  {
    preset: 'openrouter',
    path: '/api/v1',
    keyEnv: 'OPENROUTER_API_KEY',
    keyHeader: 'authorization',
    badKey: {
      source: 'openrouter.ai/docs/api-reference/errors; musistudio/claude-code-router#227',
      status: 401,
      body: { error: { message: 'No auth credentials found', code: 401 } },
      says: 'No auth credentials found',
    },
    noModel: {
      source: 'chatboxai/chatbox#2743',
      status: 404,
      body: { error: { message: 'No endpoints found for oak/oak-1:free.', code: 404 }, user_id: 'user_1' },
      says: 'No endpoints found for oak/oak-1:free.',
    },
    limited: {
      source: 'openrouter.ai/docs/api-reference/errors: the words of the provider behind it stand in `metadata.raw`',
      status: 429,
      body: {
        error: {
          message: 'Provider returned error',
          code: 429,
          metadata: {
            raw: 'oak/oak-1:free is temporarily rate-limited upstream. Please retry shortly.',
            provider_name: 'Quay',
          },
        },
      },
      says: 'temporarily rate-limited upstream',
    },
    usedUp: {
      source: 'Gitlawb/openclaude#936',
      status: 429,
      body: {
        error: {
          message:
            'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day',
          code: 429,
          metadata: {
            headers: {
              'X-RateLimit-Limit': '50',
              'X-RateLimit-Remaining': '0',
              'X-RateLimit-Reset': '1777420800000',
            },
          },
        },
        user_id: 'user_1',
      },
      says: 'Rate limit exceeded: free-models-per-day',
    },
  },
  {
    preset: 'ollama',
    path: '/v1',
    keyEnv: 'OLLAMA_API_KEY',
    keyHeader: 'authorization',
    badKey: {
      source: 'ollama/ollama openai/openai.go (NewError); continuedev/continue#11405: models of its cloud',
      status: 401,
      body: { error: { message: 'unauthorized', type: 'api_error', param: null, code: null } },
      says: 'unauthorized',
    },
    noModel: {
      source: 'ollama/ollama openai/openai.go (NewError) and server/routes.go',
      status: 404,
      body: {
        error: {
          message: 'model "oak" not found, try pulling it first',
          type: 'not_found_error',
          param: null,
          code: null,
        },
      },
      says: 'model "oak" not found, try pulling it first',
    },
    limited: {
      source: 'ollama/ollama docs/faq.md (OLLAMA_MAX_QUEUE) and server/sched.go: 503 where others say 429',
      status: 503,
      body: {
        error: {
          message: 'server busy, please try again.  maximum pending requests exceeded',
          type: 'api_error',
          param: null,
          code: null,
        },
      },
      says: 'server busy',
    },
    usedUp: {
      source: 'continuedev/continue#11444, HomericIntelligence/Scylla#346: models of its cloud',
      status: 429,
      body: {
        error: {
          message:
            'you (oak) have reached your session usage limit, upgrade for higher limits: https://ollama.com/upgrade',
          type: 'api_error',
          param: null,
          code: null,
        },
      },
      says: 'you (oak) have reached your session usage limit',
    },
  },
  {
    preset: 'lmstudio',
    path: '/v1',
    keyEnv: 'LMSTUDIO_API_KEY',
    keyHeader: 'authorization',
    badKey: {
      source: 'lmstudio.ai/docs/developer/core/authentication; agustif/opencode-lmstudio#41',
      status: 401,
      body: {
        error: {
          type: 'invalid_request',
          code: 'invalid_api_key',
          message:
            "An LM Studio API token is required to make requests to this server, but none was provided using the Authorization header using the 'Bearer' scheme (i.e., 'Authorization: Bearer $LM_API_TOKEN'). Learn more at: https://lmstudio.ai/docs/developer/core/authentication.",
        },
      },
      says: 'An LM Studio API token is required',
    },
    noModel: {
      source: 'letta-ai/letta#1876',
      status: 404,
      body: {
        error: {
          message:
            'Model "oak" not found. Please specify a valid model.\n\nYour models:\n\ntext-embedding-nomic-embed-text-v1.5',
          type: 'invalid_request_error',
          param: 'model',
          code: 'model_not_found',
        },
      },
      says: 'Model "oak" not found',
    },
    limited: NGINX,
  },
  {
    preset: 'vllm',
    path: '/v1',
    keyEnv: 'VLLM_API_KEY',
    keyHeader: 'authorization',
    badKey: {
      source: 'vllm-project/vllm vllm/entrypoints/openai/server_utils.py (AuthenticationMiddleware)',
      status: 401,
      body: { error: 'Unauthorized' },
      says: 'Unauthorized',
    },
    noModel: {
      source:
        'vllm-project/vllm vllm/entrypoints/openai/models/serving.py (check_model); older: vllm-project/vllm#3485',
      status: 404,
      body: {
        error: { message: 'The model `oak` does not exist.', type: 'NotFoundError', param: 'model', code: 404 },
      },
      says: 'The model `oak` does not exist.',
    },
    limited: NGINX,
  },
  {
    preset: 'llamacpp',
    path: '/v1',
    keyEnv: 'LLAMA_API_KEY',
    keyHeader: 'authorization',
    badKey: {
      source: 'ggml-org/llama.cpp tools/server (middleware of the key, format_error_response)',
      status: 401,
      body: { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } },
      says: 'Invalid API Key',
    },
    noModel: {
      source: 'ggml-org/llama.cpp tools/server (handler of unknown paths, format_error_response)',
      status: 404,
      body: { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } },
      says: 'File Not Found',
    },
    limited: {
      source: 'ggml-org/llama.cpp tools/server/README.md: while it loads it answers 503; of 429 it knows nothing',
      status: 503,
      body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
      says: 'Loading model',
    },
  },
]
