/**
 * The policy as it applies: what the settings say for a tier, else what the frontmatter of `auto-compact.md` says, else
 * the defaults. Watcher and mid-turn start from the same result.
 */
import type { AutoCompactionSettings, Boundary, EffectivePolicy, EffectiveTier, Tier, TierPolicy } from '@rawr/protocol'

/** The `trigger` part of the frontmatter of `auto-compact.md`. */
export type PolicyFrontmatter = {
  readonly percentRemainingLt?: Partial<Readonly<Record<Tier, number>>> | undefined
  /** Narrows each tier's default list; cannot widen it. */
  readonly requiresAnyBoundary?: readonly Boundary[] | undefined
}

const EARLY: readonly Boundary[] = ['pr_checkpoint', 'plan_checkpoint', 'plan_update', 'topic_shift']
const READY: readonly Boundary[] = ['commit', ...EARLY]
const ASAP: readonly Boundary[] = [...READY, 'agent_done', 'concluding_thought']

const DEFAULTS: Readonly<Record<Tier, EffectiveTier>> = {
  early: { percent_remaining_lt: 85, requires_any_boundary: [...EARLY], plan_boundaries_require_semantic_break: true },
  ready: { percent_remaining_lt: 75, requires_any_boundary: [...READY], plan_boundaries_require_semantic_break: true },
  asap: { percent_remaining_lt: 65, requires_any_boundary: [...ASAP], plan_boundaries_require_semantic_break: false },
  // Emergency asks for no boundary at all.
  emergency: { percent_remaining_lt: 15, requires_any_boundary: [], plan_boundaries_require_semantic_break: false },
}

export type PolicySources = {
  readonly settings: AutoCompactionSettings
  readonly frontmatter?: PolicyFrontmatter | undefined
}

export const effectivePolicy = (sources: PolicySources): EffectivePolicy => ({
  early: effectiveTier('early', sources),
  ready: effectiveTier('ready', sources),
  asap: effectiveTier('asap', sources),
  emergency: effectiveTier('emergency', sources),
})

const effectiveTier = (tier: Tier, { settings, frontmatter = {} }: PolicySources): EffectiveTier => {
  const written = settings.policy[tier]
  const standard = DEFAULTS[tier]
  const narrowed = frontmatter.requiresAnyBoundary
  return {
    percent_remaining_lt:
      written.percent_remaining_lt ?? frontmatter.percentRemainingLt?.[tier] ?? standard.percent_remaining_lt,
    requires_any_boundary: [
      ...(written.requires_any_boundary ??
        standard.requires_any_boundary.filter((boundary) => narrowed?.includes(boundary) ?? true)),
    ],
    plan_boundaries_require_semantic_break:
      written.plan_boundaries_require_semantic_break ?? standard.plan_boundaries_require_semantic_break,
    ...(written.decision_prompt_path === undefined ? {} : { decision_prompt_path: written.decision_prompt_path }),
  }
}

/**
 * The settings with what the frontmatter adds written out, so that they can travel: whoever gets them needs no file to
 * come to the same {@link effectivePolicy}.
 */
export const withFrontmatter = ({ settings, frontmatter = {} }: PolicySources): AutoCompactionSettings => {
  const policy = effectivePolicy({ settings, frontmatter })
  const written = (tier: Tier): TierPolicy => ({
    ...settings.policy[tier],
    ...(frontmatter.percentRemainingLt?.[tier] === undefined
      ? {}
      : { percent_remaining_lt: policy[tier].percent_remaining_lt }),
    ...(frontmatter.requiresAnyBoundary === undefined
      ? {}
      : { requires_any_boundary: policy[tier].requires_any_boundary }),
  })
  return {
    ...settings,
    policy: {
      early: written('early'),
      ready: written('ready'),
      asap: written('asap'),
      emergency: written('emergency'),
    },
  }
}

/** Boundaries that a tier's explicit list adds to its default: worth a warning, as they make it fire more often. */
export const addedBoundaries = (settings: AutoCompactionSettings, tier: Tier): readonly Boundary[] =>
  (settings.policy[tier].requires_any_boundary ?? []).filter(
    (boundary) => !DEFAULTS[tier].requires_any_boundary.includes(boundary),
  )
