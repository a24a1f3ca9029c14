/** No sandbox: runs commands of `danger-full-access` as they are, and refuses those of any other mode. */
import { err, ok } from '@rawr/protocol'
import { MISSING_SANDBOX, type Sandbox } from './sandbox.ts'

export const noSandbox: Sandbox = {
  kind: 'none',
  hidden: [],
  confine: async (argv, { mode }) => (mode === 'danger-full-access' ? ok(argv) : err(MISSING_SANDBOX)),
}
