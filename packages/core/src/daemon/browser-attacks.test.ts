// What a real browser and curl see of the door: pages from elsewhere, wrong tokens, frames that are too large.
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { INBOUND_FRAME_BYTES_MAX } from '@rawr/protocol'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { openBrowser, serveSite } from './testing/browser.ts'
import { openDaemonBench, saying } from './testing/daemon-bench.ts'

const needsChromium = !inject('available').includes('chromium')

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A page that opens a socket, sends what it is told to, and reports how that ended. */
const pageFor = (url: string, token: string, send: string): string => `<!doctype html><script type="module">
  const tell = (body) => fetch('/told', { method: 'POST', body: JSON.stringify(body) })
  const socket = new WebSocket(${JSON.stringify(url)}, ['rawr', 'rawr.token.' + ${JSON.stringify(token)}])
  let wasOpen = false
  socket.onopen = () => { wasOpen = true; ${send} }
  socket.onclose = ({ code }) => tell({ wasOpen, code })
</script>`

type Seen = { readonly wasOpen: boolean; readonly code: number }

/** What a page of an allowed origin, or of another one, sees. */
const seenBy = async (page: { allowed: boolean; token: 'right' | 'wrong' | 'none'; send?: string }): Promise<Seen> => {
  const pages: Record<string, string> = {}
  const site = await serveSite(pages)
  const allowedOrigins = [page.allowed ? site.origin : 'https://editor.example']
  const bench = await openDaemonBench([saying('Yes.')], { allowedOrigins })
  const token = { right: bench.daemon.token, wrong: 'guessed', none: '' }[page.token]
  pages['/'] = pageFor(bench.daemon.url, token, page.send ?? 'socket.close(1000)')
  const told = site.told()
  const browser = openBrowser(`${site.origin}/`)
  closing.push(
    () => site.close(),
    () => bench.close(),
    () => browser.close(),
  )
  return JSON.parse(await told)
}

describe.skipIf(needsChromium)('a page in Chromium [needs chromium]', { timeout: 120_000 }, () => {
  test('of an allowed origin with the token comes in', async () =>
    expect(await seenBy({ allowed: true, token: 'right' })).toMatchObject({ wasOpen: true }))

  test('of another origin does not, even with the token', async () =>
    expect(await seenBy({ allowed: false, token: 'right' })).toEqual({ wasOpen: false, code: 1006 }))

  test('of an allowed origin with a wrong token does not', async () =>
    expect(await seenBy({ allowed: true, token: 'wrong' })).toEqual({ wasOpen: false, code: 1006 }))

  test('that sends a frame above the limit is closed with 1009', async () =>
    expect(
      await seenBy({ allowed: true, token: 'right', send: `socket.send('x'.repeat(${INBOUND_FRAME_BYTES_MAX + 1}))` }),
    ).toEqual({ wasOpen: true, code: 1009 }))
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasCurl)(
  'curl is told 401 without the token, 403 from a page, and 404 for what is not there',
  async () => {
    const bench = await openDaemonBench([saying('Yes.')])
    closing.push(() => bench.close())
    const url = bench.daemon.url.replace('ws:', 'http:')
    const status = async (path: string, ...headers: string[]): Promise<string> => {
      const flags = headers.flatMap((header) => ['-H', header])
      const child = spawn('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', ...flags, url + path])
      return text(child.stdout)
    }
    const upgrade = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]
    const bearer = `Authorization: Bearer ${bench.daemon.token}`
    expect({
      none: await status('/', ...upgrade),
      wrong: await status('/', ...upgrade, 'Authorization: Bearer guessed'),
      address: await status(`/?token=${bench.daemon.token}`, ...upgrade),
      page: await status('/', ...upgrade, bearer, 'Origin: https://evil.example'),
      health: await status('/healthz'),
      ready: await status('/readyz'),
      version: await status('/version'),
      other: await status('/threads'),
    }).toEqual({
      none: '401',
      wrong: '401',
      address: '401',
      page: '403',
      health: '200',
      ready: '200',
      version: '200',
      other: '404',
    })
  },
)
