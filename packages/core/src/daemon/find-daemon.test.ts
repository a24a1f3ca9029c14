import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Epoch } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { writeDaemonFile } from './daemon-file.ts'
import { findDaemon } from './find-daemon.ts'

const epoch = Epoch.parse('ep_1')

/** Whether a daemon is found where a server gives this answer; and what it was asked with. */
const findAt = async (status: number, body: unknown) => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url, request.headers.authorization)
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const home = mkdtempSync(join(tmpdir(), 'rawr-find-'))
  await writeDaemonFile(home, { port: address.port, token: 'secret', pid: process.pid, version: '0.1.0', epoch })
  const found = await findDaemon(home)
  server.close()
  server.closeAllConnections()
  return { isFound: found !== null, asked }
}

test('a server that says the epoch of the file is the daemon; it is not shown the token', async () => {
  expect(await findAt(200, { name: 'rawr', version: '0.1.0', epoch })).toEqual({
    isFound: true,
    asked: ['/version', undefined],
  })
})

test.each([
  ['another life', { name: 'rawr', version: '0.1.0', epoch: 'ep_2' }],
  ['another program', { name: 'shop', version: '0.1.0', epoch }],
  ['no JSON', 'hello'],
])('%s is not', async (_name, body) => {
  expect((await findAt(200, body)).isFound).toBe(false)
})

test('nor is a home without a file', async () => {
  expect(await findDaemon(mkdtempSync(join(tmpdir(), 'rawr-find-')))).toBeNull()
})
