import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startDaemon } from './main.ts'
import { stopDaemon } from './stop-daemon.ts'

test('a daemon that is asked ends; where none runs there is nothing to do', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-stop-'))
  expect(await stopDaemon(home)).toBe('not_running')
  const daemon = await startDaemon({ home, version: '0.1.0' })
  expect(await stopDaemon(home)).toBe('stopped')
  await daemon.closed
  expect(await stopDaemon(home)).toBe('not_running')
})
