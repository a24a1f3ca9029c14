import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startDaemon } from './main.ts'

test('who begins to ask and never ends is cut off after ten seconds', async () => {
  const daemon = await startDaemon({ home: mkdtempSync(join(tmpdir(), 'rawr-door-')), version: '0.1.0' })
  const socket = connect(daemon.port, '127.0.0.1')
  const begun = performance.now()
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  socket.resume()
  await once(socket, 'close')
  expect(performance.now() - begun).toBeGreaterThan(9_000)
  await daemon.close()
})
