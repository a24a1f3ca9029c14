// The second door of a daemon: TLS over a real socket, with a certificate that the client knows and with one it does not.
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Daemon, startDaemon } from './main.ts'

const daemons: Daemon[] = []
afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon.close()
})

const open = async () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-door-'))
  const daemon = await startDaemon({ home, version: '0.1.0', bind: { tls: 'self_made' } })
  daemons.push(daemon)
  return { daemon, ca: readFileSync(join(home, 'tls', 'cert.pem'), 'utf8'), port: daemon.outer?.port ?? 0 }
}

type Seen = { readonly status: number | undefined; readonly body: unknown }

const ask = (port: number, options: object): Promise<Seen> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/version', ...options }, (response) => {
      let body = ''
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(body) }))
    }).on('error', reject)
  })

describe('the door with TLS', () => {
  test('answers and lets in who knows its certificate', async () => {
    const { daemon, ca, port } = await open()
    expect(await ask(port, { ca })).toMatchObject({ status: 200, body: { name: 'rawr', epoch: daemon.epoch } })
    const headers = { authorization: `Bearer ${daemon.token}` }
    const socket = new WebSocket(`wss://127.0.0.1:${port}`, { ca, headers })
    await once(socket, 'open')
    socket.send('{"type":"hello","protocol":{"min":1,"max":1},"client":{"name":"t","version":"0"}}')
    expect(JSON.parse(String((await once(socket, 'message'))[0]))).toMatchObject({ type: 'welcome' })
    socket.close()
    await once(socket, 'close')
  })

  test('needs the token as any other', async () => {
    const { ca, port } = await open()
    const socket = new WebSocket(`wss://127.0.0.1:${port}`, { ca })
    socket.on('error', () => {})
    expect((await once(socket, 'unexpected-response'))[1].statusCode).toBe(401)
    socket.terminate()
  })

  test('is trusted by nobody who was not told its certificate, and speaks no plain HTTP', async () => {
    const { daemon, port } = await open()
    await expect(ask(port, {})).rejects.toThrow('self-signed')
    await expect(fetch(`http://127.0.0.1:${port}/version`)).rejects.toThrow()
    expect(daemon.outer?.fingerprint).toMatch(/^[0-9A-F:]{95}$/)
  })

  test('stands beside the loopback, which stays as it was', async () => {
    const { daemon, port } = await open()
    expect(daemon.port).not.toBe(port)
    expect((await fetch(`http://127.0.0.1:${daemon.port}/healthz`)).status).toBe(200)
  })
})

test('no TLS older than 1.2', async () => {
  const { ca, port } = await open()
  await expect(ask(port, { ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow()
})
