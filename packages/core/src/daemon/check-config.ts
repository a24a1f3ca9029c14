/** What `rawr config check` says: whether the settings of a folder load, and what of them is probably not meant. */
import { estimateText } from '@rawr/compaction'
import {
  addedBoundaries,
  builtInLimit,
  effectivePolicy,
  effectiveTokens,
  type PolicyFrontmatter,
  withFrontmatter,
} from '@rawr/policy'
import { systemPrompt } from '@rawr/prompts'
import { openPromptStore } from '@rawr/prompts/store'
import { ok, type Result, type Settings, type Tokens } from '@rawr/protocol'
import { noSandbox } from '../adapters/sandbox/none.ts'
import { createToolRunner } from '../adapters/tools/create-tool-runner.ts'
import type { ConfigError } from '../config/config-error.ts'
import { type LoadedSettings, type LoadOptions, loadSettings } from '../config/load.ts'
import { readInstructions } from '../config/read-context.ts'
import { WINDOW_TOKENS_DEFAULT } from '../engine/limits.ts'
import { offeredTools } from '../runtime/offered-tools.ts'

/** Reads, and seeds the prompts that are missing; starts nothing. */
export const checkConfig = async (options: LoadOptions): Promise<Result<LoadedSettings, ConfigError>> => {
  const loaded = await loadSettings(options)
  if (!loaded.ok) return loaded
  const { home, cwd } = options
  const prompts = await openPromptStore({ home })
  const { instructions, warnings } = await readInstructions({ home, cwd })
  const { settings } = loaded.value
  const floorTokens = floorOf(
    settings,
    instructions.map(({ text }) => text),
  )
  return ok({
    ...loaded.value,
    warnings: [
      ...loaded.value.warnings,
      ...prompts.warnings,
      ...warnings,
      ...boundariesAdded(settings),
      ...triggersBelowFloor({ settings, floorTokens, frontmatter: prompts.frontmatter }),
    ],
  })
}

/** Instructions and tool schemas: what no compaction frees. */
const floorOf = (settings: Settings, texts: readonly string[]): Tokens => {
  const specs = offeredTools({ tools: createToolRunner({ sandbox: noSandbox }), settings })
  const prompt = systemPrompt({ toolNames: specs.map(({ name }) => name) })
  return (
    [prompt, ...texts].reduce((sum, text) => sum + estimateText(text, 'prose'), 0) +
    estimateText(JSON.stringify(specs), 'call')
  )
}

const FREEABLE_SHARE_OF_WINDOW = 10

type Floor = { readonly settings: Settings; readonly floorTokens: Tokens; readonly frontmatter: PolicyFrontmatter }

/** A trigger that leaves less than a tenth of the window above the floor never acts, or acts after every step. */
export const triggersBelowFloor = ({ settings, floorTokens, frontmatter }: Floor): readonly string[] => {
  const windowTokens = settings.model.context_window ?? WINDOW_TOKENS_DEFAULT
  const effective = effectiveTokens({ windowTokens, maxOutputTokens: settings.model.max_output_tokens })
  const policy = effectivePolicy({
    settings: withFrontmatter({ settings: settings.rawr_auto_compaction, frontmatter }),
  })
  const tiers = (['early', 'ready', 'asap', 'emergency'] as const).map((tier) => {
    const percent = policy[tier].percent_remaining_lt
    return { what: `tier ${tier} (below ${percent} % left)`, at: (effective * (100 - percent)) / 100 }
  })
  const builtIn = { what: 'the built-in limit', at: builtInLimit({ settings: settings.compact, windowTokens }) }
  const active = settings.features.rawr_auto_compaction ? tiers : [builtIn]
  return active
    .filter(({ at }) => (at - floorTokens) * FREEABLE_SHARE_OF_WINDOW < windowTokens)
    .map(
      ({ what, at }) =>
        `${what} begins at ${Math.floor(at)} used tokens, but instructions and tool schemas alone hold about ${floorTokens}: it waits until a tenth of the window could be freed`,
    )
}

const boundariesAdded = ({ rawr_auto_compaction }: Settings): readonly string[] =>
  (['early', 'ready', 'asap'] as const).flatMap((tier) => {
    const added = addedBoundaries(rawr_auto_compaction, tier)
    return added.length === 0
      ? []
      : [`tier ${tier} also acts at ${added.join(', ')}, which its default list does not have: it will act more often`]
  })
