/** Which calls a person must allow first. A question of the policy and of what protects the machine otherwise. */
import type { ApprovalPolicy, SandboxMode } from '@rawr/protocol'

/** What a call is about; the tool port's purpose has this shape. */
export type CallPurpose =
  | { readonly kind: 'exec'; readonly command: readonly string[]; readonly cwd: string }
  | { readonly kind: 'patch'; readonly paths: readonly string[]; readonly patch: string }
  | { readonly kind: 'other'; readonly summary: string }

export type ApprovalQuestion = {
  readonly policy: ApprovalPolicy
  readonly sandboxMode: SandboxMode
  readonly purpose: CallPurpose
  /** The call changes something. */
  readonly changes: boolean
}

/** What a person is asked; an answer "for the session" covers every later call with the same `key`. */
export type ApprovalNeed = { readonly reason: string; readonly key: string } & (
  | { readonly kind: 'exec'; readonly command: readonly string[]; readonly cwd: string }
  | { readonly kind: 'patch'; readonly paths: readonly string[]; readonly patch: string }
)

/** `null`: it may run. With `on-request` the sandbox is the protection, so without one a person is. */
export const approvalNeed = ({ policy, sandboxMode, purpose, changes }: ApprovalQuestion): ApprovalNeed | null => {
  if (policy === 'never' || !changes || purpose.kind === 'other') return null
  if (policy === 'on-request' && sandboxMode !== 'danger-full-access') return null
  const reason = policy === 'untrusted' ? UNTRUSTED : WITHOUT_SANDBOX
  const subject = purpose.kind === 'exec' ? purpose.command : ['apply_patch', ...purpose.paths]
  return { ...purpose, reason, key: JSON.stringify(subject) }
}

const UNTRUSTED = 'The approval policy is "untrusted": whatever changes something is asked first.'
const WITHOUT_SANDBOX = 'There is no sandbox (danger-full-access): whatever changes something is asked first.'
