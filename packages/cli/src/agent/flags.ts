/**
 * The flags of every command that runs an agent, and the settings layer they become. Flags are the strongest layer but
 * one: only an op may overrule them. Values are checked by the settings' own schema, so a flag and a key of the
 * configuration file are refused for the same reasons.
 */
import { err, ok, type Result, SettingsLayer } from '@rawr/protocol'
import type { Flag } from '../command.ts'

export const AGENT_FLAGS = {
  model: { type: 'string', value: 'NAME', help: "the model; without it, the configured one or the server's only one" },
  provider: {
    type: 'string',
    value: 'NAME',
    help: 'openai, azure, openrouter, ollama, lmstudio, vllm or llamacpp',
  },
  'base-url': { type: 'string', value: 'URL', help: 'a server that speaks Responses or Chat Completions' },
  'api-key-env': { type: 'string', value: 'NAME', help: 'the variable that holds the key (OPENAI_API_KEY)' },
  'wire-api': { type: 'string', value: 'API', help: 'responses or chat' },
  'context-window': { type: 'string', value: 'TOKENS', help: "the model's limit, where the server does not tell" },
  'max-rounds': { type: 'string', value: 'N', help: 'sampling requests in one turn at most (500)' },
  cwd: { type: 'string', value: 'FOLDER', help: 'the folder to work in (the one you stand in)' },
  sandbox: { type: 'string', value: 'MODE', help: 'read-only, workspace-write or danger-full-access' },
  approval: { type: 'string', value: 'POLICY', help: 'untrusted, on-request or never' },
  'no-project-files': { type: 'boolean', help: 'write nothing into the project beside what the tools do' },
} as const satisfies Record<string, Flag>

export type AgentFlags = {
  readonly [Name in keyof typeof AGENT_FLAGS]?: (typeof AGENT_FLAGS)[Name]['type'] extends 'boolean' ? boolean : string
}

/** Where each flag lands in the settings; the first path that a refusal names leads back to the flag. */
const FLAG_OF_PATH: Readonly<Record<string, string>> = {
  'model.name': '--model',
  'model.context_window': '--context-window',
  'provider.preset': '--provider',
  'provider.base_url': '--base-url',
  'provider.api_key_env': '--api-key-env',
  'provider.wire_api': '--wire-api',
  'sandbox.mode': '--sandbox',
  'approvals.policy': '--approval',
  'tools.max_rounds': '--max-rounds',
}

/** The flags as somebody would type them again, a shell's own characters quoted; begins with a space where there are any. */
export const typedFlags = (flags: AgentFlags): string =>
  Object.keys(AGENT_FLAGS)
    .flatMap((name) => {
      const value = flags[name as keyof AgentFlags]
      if (value === undefined || value === false) return []
      return value === true ? [` --${name}`] : [` --${name} ${shellWord(value)}`]
    })
    .join('')

const shellWord = (value: string): string =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`

/** The layer the flags make, or one sentence about the first that cannot be. */
export const settingsOfFlags = (flags: AgentFlags): Result<SettingsLayer, string> => {
  const layer = SettingsLayer.safeParse(layerOf(flags))
  if (layer.success) return ok(layer.data)
  const issue = layer.error.issues[0]
  const flag = FLAG_OF_PATH[issue?.path.join('.') ?? ''] ?? 'a flag'
  return err(`${flag}: ${issue === undefined ? 'invalid' : refusalOf(issue, flags[flag.slice(2) as keyof AgentFlags])}`)
}

type Issue = NonNullable<ReturnType<typeof SettingsLayer.safeParse>['error']>['issues'][number]

/** Nobody writes this on a command line: it needs a recording beside it. */
const UNTOLD: unknown = 'replay'

const refusalOf = (issue: Issue, given: string | boolean | undefined): string => {
  if (issue.code === 'invalid_value') {
    const values = issue.values.filter((value) => value !== UNTOLD).map(String)
    return `there is no "${given}"; it must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  }
  if (issue.code === 'invalid_type' && issue.expected === 'number') return `it must be a whole number, not "${given}"`
  return issue.code === 'too_small' ? `"${given}" is too small` : issue.message
}

const layerOf = (flags: AgentFlags): unknown => ({
  ...section('model', { name: flags.model, context_window: numberOf(flags['context-window']) }),
  ...section('provider', {
    preset: flags.provider,
    base_url: flags['base-url'],
    api_key_env: flags['api-key-env'],
    wire_api: flags['wire-api'],
  }),
  ...section('sandbox', { mode: flags.sandbox }),
  ...section('approvals', { policy: flags.approval }),
  ...section('tools', { max_rounds: numberOf(flags['max-rounds']) }),
  ...(flags['no-project-files'] === true && { project_files: false }),
})

// Keys nobody gave must be absent, not undefined: a layer holds only what somebody wrote.
const section = (name: string, keys: Record<string, unknown>): Record<string, unknown> => {
  const given = Object.entries(keys).filter(([, value]) => value !== undefined)
  return given.length === 0 ? {} : { [name]: Object.fromEntries(given) }
}

// `12k` and `0x10` are typing slips, and Number() would let the second one through.
const numberOf = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : text
