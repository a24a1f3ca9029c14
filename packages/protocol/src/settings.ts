/**
 * The settings of a thread: the schema lives here once. Core reads the files, merges the layers and announces the
 * result in `session_configured`; a client never opens a configuration file. A layer holds only what somebody wrote;
 * `Settings` is complete. Defaults stand in `default-settings.ts`.
 */
import { z } from 'zod'
import { Boundary, Strategy } from './compaction.ts'
import { Tokens } from './units.ts'

const percent = z.number().min(0).max(100)
const fraction = z.number().min(0).max(1)
const count = z.number().int().nonnegative()

export const Features = z.strictObject({
  /** The watcher and mid-turn compaction; off: the built-in limit of DESIGN §6. */
  rawr_auto_compaction: z.boolean(),
  /** Off: the legacy strategies `inline` and `remote` through the same plan and the same laws. */
  compact_v2: z.boolean(),
  micro_compact: z.boolean(),
  remote_compaction: z.boolean(),
})
export type Features = z.infer<typeof Features>

export const TierPolicy = z.strictObject({
  /** The tier holds when the percentage left is strictly below this, 0…100. */
  percent_remaining_lt: percent.optional(),
  /** Replaces the tier's default list. */
  requires_any_boundary: z.array(Boundary).optional(),
  plan_boundaries_require_semantic_break: z.boolean().optional(),
  /** A bare file name inside `RAWR_HOME/auto-compact`. */
  decision_prompt_path: z
    .string()
    .regex(/^[^/\\]+$/, 'a bare file name inside auto-compact')
    .refine((name) => name !== '.' && name !== '..', 'a bare file name inside auto-compact')
    .optional(),
})
export type TierPolicy = z.infer<typeof TierPolicy>

export const SemanticSignals = z.strictObject({
  agent_done_phrases: z.array(z.string()).optional(),
  agent_done_negative_phrases: z.array(z.string()).optional(),
  topic_shift_phrases: z.array(z.string()).optional(),
  concluding_thought_phrases: z.array(z.string()).optional(),
})
export type SemanticSignals = z.infer<typeof SemanticSignals>

const tierPolicies = z.strictObject({ early: TierPolicy, ready: TierPolicy, asap: TierPolicy, emergency: TierPolicy })

export const AutoCompactionSettings = z.strictObject({
  /** What the watcher does with a positive decision; mid-turn compaction ignores it. */
  mode: z.enum(['tag', 'suggest', 'auto']),
  packet_author: z.enum(['watcher', 'agent']),
  scratch_write_enabled: z.boolean(),
  continue_after_compaction: z.boolean(),
  /** Compacts an idle thread shortly before the provider forgets its prefix, where a tier and a boundary hold. */
  compact_before_cache_expiry: z.boolean(),
  compaction_model: z.string().optional(),
  compaction_reasoning_effort: z.string().optional(),
  compaction_verbosity: z.string().optional(),
  policy: tierPolicies,
  semantic_signals: SemanticSignals,
  repo_observation: z.strictObject({ graphite_enabled: z.boolean(), graphite_max_chars: count }),
})
export type AutoCompactionSettings = z.infer<typeof AutoCompactionSettings>

export const KeepRole = z.enum(['tool', 'diff', 'decision'])
export type KeepRole = z.infer<typeof KeepRole>

export const CompactSettings = z.strictObject({
  enabled: z.boolean(),
  auto_compact_enabled: z.boolean(),
  mode: Strategy,
  /** Free after a compaction; never less than 10 % of the window, which is also what holds where this is absent. */
  min_headroom_tokens: Tokens.optional(),
  max_tail_messages: count,
  keep_roles: z.array(KeepRole),
  keep_files_glob: z.array(z.string()),
  /** Share of the window *used*, 0…1, at which the built-in limit stands. */
  auto_compact_threshold_pct: fraction,
  auto_compact_threshold: Tokens.optional(),
  auto_compact_pct_override: percent.optional(),
  free_space_buffer: Tokens,
  warning_threshold: Tokens,
  micro_compact_min_tokens_to_save: Tokens,
  micro_compact_keep_last_n_tools: count,
  summarization_model: z.string().optional(),
  restore_max_files: count,
  restore_tokens_per_file: Tokens,
  restore_total_file_budget: Tokens,
  restore_todos: z.boolean(),
  restore_plan: z.boolean(),
  /** L2's margin on estimated parts until the model is calibrated; ≥ 1. */
  token_safety_multiplier: z.number().min(1),
  /** Bytes of UTF-8 per token, in place of the estimate by classes of characters; > 0. */
  approx_bytes_per_token: z.number().positive().optional(),
  tokens_per_image: Tokens,
  user_message_max_tokens: Tokens,
  /** Tokens of the view above the floor; absent: `min(8,000, 25 % of effective)`, at least 1,000. */
  budget_tokens: Tokens.optional(),
  cost_gate: z.boolean(),
})
export type CompactSettings = z.infer<typeof CompactSettings>

export const ProviderPreset = z.enum(['openai', 'azure', 'openrouter', 'ollama', 'lmstudio', 'vllm', 'llamacpp'])
export type ProviderPreset = z.infer<typeof ProviderPreset>

const noAddress = (text: string): string =>
  `"${text}" is no address of a server; one looks like http://127.0.0.1:8000/v1`

export const ProviderSettings = z.strictObject({
  /** Fills in what a known provider needs, below everything somebody wrote. */
  preset: ProviderPreset.optional(),
  /** Absent: OpenAI's own address. */
  base_url: z.url({ protocol: /^https?$/, error: ({ input }) => noAddress(String(input)) }).optional(),
  /** Name of the environment variable that holds the key; the key itself is never a setting. */
  api_key_env: z.string(),
  /** `replay` answers from a recording instead of a server. */
  wire_api: z.enum(['responses', 'chat', 'replay']),
  /** The recording to answer from; only with `wire_api: replay`. */
  recording: z.string().optional(),
  headers: z.record(z.string(), z.string()),
  /** The provider keeps the conversation (Responses only), so that a request carries what is new and no more. Absent: it keeps nothing. */
  stores_answers: z.boolean().optional(),
  /** The header that carries the key. */
  api_key_header: z.enum(['authorization', 'api-key']),
  /** A larger request body is not sent, bytes: images leave first, then the history is compacted. */
  body_bytes_max: count,
  /** 0…5 repeats of a failed request. */
  max_retries: count.max(5),
  /** A stream that says nothing for this long is dropped, milliseconds. */
  stream_idle_timeout_ms: count,
  /** A connection that once worked and is lost is waited for this long, milliseconds. */
  offline_wait_ms: count,
})
export type ProviderSettings = z.infer<typeof ProviderSettings>

export const SandboxMode = z.enum(['read-only', 'workspace-write', 'danger-full-access'])
export type SandboxMode = z.infer<typeof SandboxMode>

/** What is asked before it runs. `untrusted`: whatever changes something; `on-request`: what wants to leave the sandbox; `never`: nothing. */
export const ApprovalPolicy = z.enum(['untrusted', 'on-request', 'never'])
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>

export const ModelSettings = z.strictObject({
  name: z.string().optional(),
  /** Absent: what the server or the model table says, else 200,000. */
  context_window: Tokens.optional(),
  max_output_tokens: Tokens.optional(),
  reasoning_effort: z.string().optional(),
})
export type ModelSettings = z.infer<typeof ModelSettings>

export const ToolSettings = z.strictObject({
  /** One output is cut in the middle beyond this. Absent: 10,000, or a third of what a smaller window has above the floor. */
  output_max_tokens: Tokens.optional(),
  shell_timeout_ms: count,
  /** Sampling requests in one turn. */
  max_rounds: count,
})
export type ToolSettings = z.infer<typeof ToolSettings>

const sections = {
  features: Features,
  rawr_auto_compaction: AutoCompactionSettings,
  compact: CompactSettings,
  model: ModelSettings,
  provider: ProviderSettings,
  sandbox: z.strictObject({ mode: SandboxMode, network: z.boolean() }),
  approvals: z.strictObject({ policy: ApprovalPolicy }),
  tools: ToolSettings,
  /** `false`: nothing is written into the project folder. */
  project_files: z.boolean(),
}

/** All settings of a thread, complete. */
export const Settings = z.strictObject(sections)
export type Settings = z.infer<typeof Settings>

/** One layer: a file, the flags, or what an op brings. Every key may be absent; an unknown one is an error. */
export const SettingsLayer = z
  .strictObject({
    features: Features.partial(),
    rawr_auto_compaction: AutoCompactionSettings.extend({
      policy: tierPolicies.partial(),
      semantic_signals: SemanticSignals.partial(),
      repo_observation: AutoCompactionSettings.shape.repo_observation.partial(),
    }).partial(),
    compact: CompactSettings.partial(),
    model: ModelSettings.partial(),
    provider: ProviderSettings.partial(),
    sandbox: sections.sandbox.partial(),
    approvals: sections.approvals.partial(),
    tools: ToolSettings.partial(),
    project_files: z.boolean(),
  })
  .partial()
export type SettingsLayer = z.infer<typeof SettingsLayer>

/** The only sections a project's own file may set: never provider, key, sandbox or approval. */
export const PROJECT_SECTIONS = ['features', 'rawr_auto_compaction', 'compact'] as const
