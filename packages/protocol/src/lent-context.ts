/** What a thread runs under, as far as clients lend it, and how `override_turn_context` changes that: both ends must agree. */
import type { OverrideTurnContextOp } from './op/override-turn-context.ts'
import type { SettingsLayer } from './settings.ts'

export type LentContext = {
  readonly cwd?: string | undefined
  readonly settings?: SettingsLayer | undefined
}

/** What is known of a model's size is forgotten with it. */
export const overridden = <Lent extends LentContext>(
  lent: Lent,
  { model, effort, approval_policy, sandbox_policy, cwd }: OverrideTurnContextOp,
): Lent => {
  const { settings = {} } = lent
  const { context_window: _window, max_output_tokens: _output, ...anyModel } = settings.model ?? {}
  const kept = model === undefined ? settings.model : anyModel
  const layer: SettingsLayer = {
    ...settings,
    model: {
      ...kept,
      ...(model === undefined ? {} : { name: model }),
      ...(effort === undefined ? {} : { reasoning_effort: effort }),
    },
    ...(approval_policy === undefined ? {} : { approvals: { ...settings.approvals, policy: approval_policy } }),
    ...(sandbox_policy === undefined ? {} : { sandbox: { ...settings.sandbox, ...sandbox_policy } }),
  }
  return { ...lent, settings: layer, ...(cwd === undefined ? {} : { cwd }) }
}
