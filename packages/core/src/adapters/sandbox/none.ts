/** No sandbox: runs commands of `danger-full-access` as they are, and refuses those of any other mode. */
import { err, ok } from '@rawr/protocol'
import { MISSING_SANDBOX, type Sandbox } from './sandbox.ts'

/** `hidden` still counts for the tools that read in the daemon's own process. */
export const unconfined = (hidden: readonly string[]): Sandbox => ({
  kind: 'none',
  hidden,
  confine: async (argv, { mode }) => (mode === 'danger-full-access' ? ok(argv) : err(MISSING_SANDBOX)),
})

export const noSandbox: Sandbox = unconfined([])
