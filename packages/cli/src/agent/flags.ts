/**
 * The flags of every command that runs an agent, and the settings layer they become. Flags are the strongest layer but
 * one: only an op may overrule them. Values are checked by the settings' own schema, so a flag and a key of the
 * configuration file are refused for the same reasons.
 */
import { err, ok, type Result, SettingsLayer } from '@rawr/protocol'

/** For `parseArgs`: names, types and nothing else. */
export const AGENT_FLAGS = {
  model: { type: 'string' },
  'base-url': { type: 'string' },
  'api-key-env': { type: 'string' },
  'wire-api': { type: 'string' },
  'context-window': { type: 'string' },
  'max-rounds': { type: 'string' },
  cwd: { type: 'string' },
  sandbox: { type: 'string' },
  approval: { type: 'string' },
  'no-project-files': { type: 'boolean' },
} as const

export type AgentFlags = { readonly [Flag in keyof typeof AGENT_FLAGS]?: string | boolean | undefined }

/** Where each flag lands in the settings; the first path that a refusal names leads back to the flag. */
const FLAG_OF_PATH: Readonly<Record<string, string>> = {
  'model.name': '--model',
  'model.context_window': '--context-window',
  'provider.base_url': '--base-url',
  'provider.api_key_env': '--api-key-env',
  'provider.wire_api': '--wire-api',
  'sandbox.mode': '--sandbox',
  'approvals.policy': '--approval',
  'tools.max_rounds': '--max-rounds',
}

/** The layer the flags make, or one sentence about the first that cannot be. */
export const settingsOfFlags = (flags: AgentFlags): Result<SettingsLayer, string> => {
  const layer = SettingsLayer.safeParse(layerOf(flags))
  if (layer.success) return ok(layer.data)
  const issue = layer.error.issues[0]
  const flag = FLAG_OF_PATH[issue?.path.join('.') ?? ''] ?? 'a flag'
  return err(`${flag}: ${issue?.message ?? 'invalid'}`)
}

const layerOf = (flags: AgentFlags): unknown => ({
  ...section('model', { name: flags.model, context_window: numberOf(flags['context-window']) }),
  ...section('provider', {
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
const numberOf = (text: string | boolean | undefined): number | string | undefined => {
  if (text === undefined || typeof text === 'boolean') return undefined
  return /^\d+$/.test(text) ? Number(text) : text
}
