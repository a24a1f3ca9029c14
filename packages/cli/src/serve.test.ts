import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from './testing/run-rawr.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk()
})
afterAll(() => desk.clear())

describe('what would open the daemon by mistake is refused before anything is done', () => {
  const rows: [string, string[], RegExp][] = [
    ['beyond loopback without TLS', ['--host', '0.0.0.0'], /0\.0\.0\.0 is not loopback.*--tls.*--insecure-bind/],
    ['half a certificate', ['--tls-cert', 'c.pem'], /--tls-cert and --tls-key go together/],
    ['a port that is none', ['--port', '70000'], /at most 65535/],
    ['an origin with a path', ['--allow-origin', 'https://a.example/page'], /scheme, host and port alone/],
    ['every origin', ['--allow-origin', '*'], /scheme, host and port alone/],
  ]
  test.each(rows)('%s', async (_name, flags, expected) => {
    const { code, err } = await desk.rawr('serve', ...flags)
    expect(code).toBe(2)
    expect(err).toMatch(expected)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })
})

test('a second door with TLS is told in the first line, and a page on the list may connect', async () => {
  const flags = ['serve', '--tls', '--allow-origin', 'https://editor.example']
  const program = join(import.meta.dirname, 'main.ts')
  const child: ChildProcess = spawn(process.execPath, ['--conditions=@rawr/source', program, ...flags], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, RAWR_HOME: desk.home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = JSON.parse(String((await once(child.stdout!, 'data'))[0]))
  expect(line).toMatchObject({ ready: true, outer: { host: '127.0.0.1', fingerprint: expect.stringMatching(/^..:/) } })
  const status = async (origin: string): Promise<number> => {
    const headers = { connection: 'upgrade', upgrade: 'websocket', origin }
    const asked = request({ host: '127.0.0.1', port: line.port, headers }).end()
    return (await once(asked, 'response'))[0].statusCode
  }
  // Without a token: the page that may come is asked for it, the other is not even asked.
  expect([await status('https://editor.example'), await status('https://evil.example')]).toEqual([401, 403])
  child.kill('SIGTERM')
  await once(child, 'exit')
})
