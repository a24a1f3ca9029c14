import { err, ok } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { noSandbox } from './none.ts'
import { MISSING_SANDBOX } from './sandbox.ts'

test('only full access runs without a sandbox', async () => {
  const confine = (mode: 'read-only' | 'workspace-write' | 'danger-full-access') =>
    noSandbox.confine(['ls'], { mode, network: false, workspace: '/', cwd: '/', env: {} })
  expect(await confine('danger-full-access')).toEqual(ok(['ls']))
  expect(await confine('workspace-write')).toEqual(err(MISSING_SANDBOX))
  expect(await confine('read-only')).toEqual(err(MISSING_SANDBOX))
})
