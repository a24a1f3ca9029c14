/** Which calls a person must allow first. A question of the policy and of what protects the machine otherwise. */
import type { ApprovalPolicy, SandboxMode } from '@rawr/protocol'

/** What a call is about; the tool port's purpose has this shape. */
export type CallPurpose =
  | {
      readonly kind: 'exec'
      readonly command: readonly string[]
      readonly cwd: string
      readonly words?: readonly (readonly string[])[]
      readonly looks?: readonly (readonly string[])[]
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
  if (policy === 'never' || purpose.kind === 'other') return null
  const isConfined = sandboxMode !== 'danger-full-access'
  if (!changes && (isConfined || !asksGit(purpose))) return null
  const leaves = purpose.kind === 'exec' && purpose.unconfined !== undefined && isConfined
  if (policy === 'on-request' && isConfined && !leaves) return null
  if (purpose.kind === 'patch') {
    const { paths, patch } = purpose
    return { kind: 'patch', paths, patch, reason: reasonOf(policy), keys: [keyOf(['apply_patch', ...paths])] }
  }
  const { command, cwd, unconfined = '' } = purpose
  const reason = leaves ? `It is to run outside the sandbox: ${unconfined}` : changes ? reasonOf(policy) : FOREIGN_GIT
  return { kind: 'exec', command, cwd, reason, keys: commandKeys(purpose, { leaves, isConfined }) }
}

/** Git looks by way of programs that the repository's own configuration may name: a file monitor, a filter, a pager. */
const isGit = ([program]: readonly string[]): boolean => program === 'git'

const asksGit = (purpose: CallPurpose): boolean => purpose.kind === 'exec' && (purpose.looks ?? []).some(isGit)

type Where = { readonly leaves: boolean; readonly isConfined: boolean }

/**
 * Each simple command by its own words: how they were quoted and spaced, and what stood beside them, is no matter. One that only
 * looks needs nobody's word where the sandbox holds it; outside it sees more, and git may do more.
 */
const commandKeys = (
  { command, words, looks = [], cwd }: CallPurpose & { kind: 'exec' },
  { leaves, isConfined }: Where,
): readonly string[] => {
  const beside = leaves ? looks : isConfined ? [] : looks.filter(isGit)
  const subjects = words === undefined ? [] : [...words, ...beside]
  // Without a key it would count as allowed before anybody was asked.
  const named = subjects.length === 0 ? [command] : subjects
  return named.map((each) => keyOf([leaves ? 'unconfined' : 'confined', cwd, ...each]))
}

const keyOf = (subject: readonly string[]): string => JSON.stringify(subject)

const reasonOf = (policy: ApprovalPolicy): string => (policy === 'untrusted' ? UNTRUSTED : WITHOUT_SANDBOX)

const UNTRUSTED = 'The approval policy is "untrusted": whatever changes something is asked first.'
const WITHOUT_SANDBOX = 'There is no sandbox (danger-full-access): whatever changes something is asked first.'
const FOREIGN_GIT =
  'There is no sandbox (danger-full-access), and git runs what the configuration of the repository names.'
