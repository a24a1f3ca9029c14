/** What clients lend a thread, and how later wishes change it. Memory only. */
import type { Op, SettingsLayer, Submission } from '@rawr/protocol'

/** What a client lends a thread (`thread_start`, `thread_resume`); never logged, echoed or replayed. */
export type Loan = {
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly apiKey?: string | undefined
  readonly settings?: SettingsLayer | undefined
}

/** Only what was brought: a resume without a key keeps the key that the thread has. */
export const loanOf = ({ op }: Submission): Loan => {
  if (op.type !== 'thread_start' && op.type !== 'thread_resume' && op.type !== 'thread_fork')
    throw new Error(`${op.type} lends nothing`)
  const loan = { cwd: op.cwd, env: op.env, apiKey: op.api_key, settings: op.settings }
  return Object.fromEntries(Object.entries(loan).filter(([, value]) => value !== undefined))
}

type Wishes = Extract<Op, { type: 'override_turn_context' }>

/** What is known of a model's size is forgotten with it. */
export const overridden = (loan: Loan, { model, effort, approval_policy, sandbox_policy, cwd }: Wishes): Loan => {
  const { settings = {} } = loan
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
  return { ...loan, settings: layer, ...(cwd === undefined ? {} : { cwd }) }
}
