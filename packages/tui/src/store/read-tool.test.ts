import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'

test('a command is shown without the shell that runs it', () => {
  const screen = on.openScreen().see(on.runs('npm test'), on.ran('npm test', ''))
  expect(screen.printed().at(-1)).toMatchObject({ command: 'npm test' })
})

test('a patch keeps the diff that came with its beginning', () => {
  const about = { call_id: on.call('p'), turn_id: on.turnId, paths: ['/home/ada/engine/a.ts'] }
  const screen = on
    .openScreen()
    .see(
      { type: 'patch_apply_begin', ...about, patch: '*** Begin Patch\n+x\n*** End Patch' },
      { type: 'patch_apply_end', ...about, success: true, message: '' },
    )
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'patch', patch: expect.stringContaining('+x') })
})
