/**
 * What holds a command in. A sandbox turns the argv of a command into the argv that runs it confined, or says why it
 * cannot: it never lets a command run freer than the mode it was asked for.
 */
import type { Result, SandboxMode } from '@rawr/protocol'

export type Confinement = {
  readonly mode: SandboxMode
  /** Only read in the confined modes: full access has the network too. */
  readonly network: boolean
  /** The thread's folder, writable in `workspace-write`. */
  readonly workspace: string
  /** Where the command starts. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** `sandbox_missing`: nothing here can confine. `sandbox_refused`: the system forbids the namespaces it needs. */
export type SandboxError = { readonly code: 'sandbox_missing' | 'sandbox_refused'; readonly message: string }

export interface Sandbox {
  readonly kind: 'bubblewrap' | 'seatbelt' | 'none'
  /** Folders no confined command may see: the agent's own keys and state. */
  readonly hidden: readonly string[]
  confine(argv: readonly string[], confinement: Confinement): Promise<Result<readonly string[], SandboxError>>
}

export const MISSING_SANDBOX: SandboxError = {
  code: 'sandbox_missing',
  message: 'install bubblewrap or pass --sandbox danger-full-access',
}
