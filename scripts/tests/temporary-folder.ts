// One folder for all that a run of the tests leaves behind, gone when it ends: a crowded /tmp makes every later run slower.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** For vitest's `globalSetup`: workers are started later and take the variable over. */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'rawr-tests-'))
  process.env.TMPDIR = folder
  // Some tests start the command from its sources, dozens of times: what Node has read once it need not read again.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
