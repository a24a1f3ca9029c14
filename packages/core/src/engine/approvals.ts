/** Which calls a person must allow first. A question of the policy and of what protects the machine otherwise. */
import type { ApprovalPolicy, SandboxMode } from '@rawr/protocol'

/** What a call is about; the tool port's purpose has this shape. */
export type CallPurpose =
  | {
      readonly kind: 'exec'
      readonly command: readonly string[]
      readonly cwd: string
      readonly words?: readonly (readonly string[])[]
      readonly unconfined?: string
    }
  | { readonly kind: 'patch'; readonly paths: readonly string[]; readonly patch: string }
  | { readonly kind: 'other'; readonly summary: string }

export type ApprovalQuestion = {
  readonly policy: ApprovalPolicy
  readonly sandboxMode: SandboxMode
  readonly purpose: CallPurpose
  /** The call changes something. */
  readonly changes: boolean
}

/** What a person is asked; an answer "for the session" covers every later call whose keys were all allowed so. */
export type ApprovalNeed = { readonly reason: string; readonly keys: readonly string[] } & (
  | { readonly kind: 'exec'; readonly command: readonly string[]; readonly cwd: string }
  | { readonly kind: 'patch'; readonly paths: readonly string[]; readonly patch: string }
)

/** `null`: it may run. With `on-request` the sandbox is the protection, so without one a person is. */
export const approvalNeed = ({ policy, sandboxMode, purpose, changes }: ApprovalQuestion): ApprovalNeed | null => {
  if (policy === 'never' || !changes || purpose.kind === 'other') return null
  const isConfined = sandboxMode !== 'danger-full-access'
  const leaves = purpose.kind === 'exec' && purpose.unconfined !== undefined && isConfined
  if (policy === 'on-request' && isConfined && !leaves) return null
  if (purpose.kind === 'patch') {
    const { paths, patch } = purpose
    return { kind: 'patch', paths, patch, reason: reasonOf(policy), keys: [keyOf(['apply_patch', ...paths])] }
  }
  const { command, cwd, unconfined = '' } = purpose
  const reason = leaves ? `It is to run outside the sandbox: ${unconfined}` : reasonOf(policy)
  return { kind: 'exec', command, cwd, reason, keys: commandKeys(purpose, leaves ? 'unconfined' : 'confined') }
}

/** Each simple command by its own words: how they were quoted and spaced, and what stood beside them, is no matter. */
const commandKeys = ({ command, words, cwd }: CallPurpose & { kind: 'exec' }, where: string): readonly string[] =>
  (words ?? [command]).map((each) => keyOf([where, cwd, ...each]))

const keyOf = (subject: readonly string[]): string => JSON.stringify(subject)

const reasonOf = (policy: ApprovalPolicy): string => (policy === 'untrusted' ? UNTRUSTED : WITHOUT_SANDBOX)

const UNTRUSTED = 'The approval policy is "untrusted": whatever changes something is asked first.'
const WITHOUT_SANDBOX = 'There is no sandbox (danger-full-access): whatever changes something is asked first.'
