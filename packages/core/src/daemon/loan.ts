/** What clients lend a thread. Memory only. */
import type { LentContext, Submission } from '@rawr/protocol'

/** What a client lends a thread (`thread_start`, `thread_resume`); never logged, echoed or replayed. */
export type Loan = LentContext & {
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly apiKey?: string | undefined
}

/** Only what was brought: a resume without a key keeps the key that the thread has. */
export const loanOf = ({ op }: Submission): Loan => {
  if (op.type !== 'thread_start' && op.type !== 'thread_resume' && op.type !== 'thread_fork')
    throw new Error(`${op.type} lends nothing`)
  const loan = { cwd: op.cwd, env: op.env, apiKey: op.api_key, settings: op.settings }
  return Object.fromEntries(Object.entries(loan).filter(([, value]) => value !== undefined))
}
