import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'
import { isPublicAddress } from './web/public-address.ts'
import { webFetchTool } from './web-fetch.ts'

let bench: ToolBench
let server: Server
let origin: string
const open = webFetchTool(() => true)
const get = (path: string, tool = open, change = {}) =>
  tool.run(JSON.stringify({ url: path.includes(':/') ? path : `${origin}${path}` }), bench.context(change))

beforeAll(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
  server = createServer((request, response) => {
    const [, path = '', rest = ''] = (request.url ?? '').split('/')
    if (path === 'page') response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Tide</h1><p>At noon.')
    else if (path === 'latin') response.setHeader('content-type', 'text/plain; charset=latin1').end(Buffer.from([0xe9]))
    else if (path === 'hop')
      response.writeHead(302, { location: Number(rest) > 0 ? `/hop/${Number(rest) - 1}` : '/page' }).end()
    else if (path === 'away') response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end()
    else if (path === 'file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else if (path === 'image') response.setHeader('content-type', 'image/png').end('x')
    else if (path === 'huge') response.setHeader('content-type', 'text/plain').end('x'.repeat(3 * 1024 * 1024))
    else if (path === 'silent') response.setHeader('content-type', 'text/plain').write('x')
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await bench.remove()
})

test('a page comes as text, under the address it was found at', async () => {
  expect(await get('/page')).toEqual({ output: `200 ${origin}/page\n\nTide\n\nAt noon.`, success: true })
  expect(await get('/hop/3')).toEqual({ output: `200 ${origin}/page\n\nTide\n\nAt noon.`, success: true })
  expect((await get('/latin')).output).toContain('é')
  expect(await get('/nothing')).toEqual({ output: `404 ${origin}/nothing\n\nno such page`, success: false })
})

test('it is bounded: in bytes, in hops and in what it takes for text', async () => {
  const huge = await get('/huge')
  expect(huge.output).toContain('[cut: only the first 2097152 bytes were read]')
  expect(huge.output.length).toBeLessThan(2 * 1024 * 1024 + 200)
  expect((await get('/hop/9')).output).toContain('redirects more than 5 times')
  expect((await get('/image')).output).toContain('is no text (image/png')
  const abort = new AbortController()
  const silent = get('/silent', open, { signal: abort.signal })
  abort.abort()
  expect((await silent).output).toContain('could not be fetched')
})

test('no private address is reached: given, by name, or by a redirect', async () => {
  const guarded = webFetchTool(isPublicAddress)
  const addresses = [
    origin,
    origin.replace('127.0.0.1', 'localhost'),
    'http://[::1]:80/',
    'http://169.254.169.254/latest',
  ]
  const others = [
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
    'http://[::ffff:127.0.0.1]/',
    'https://192.168.1.1',
  ]
  for (const url of [...addresses, ...others])
    expect((await get(`${url}`, guarded)).output, url).toMatch(/private network|not known/)
  const loopbackOnly = webFetchTool((address) => address === '127.0.0.1')
  expect((await get('/away', loopbackOnly)).output).toContain('10.0.0.1 is an address of this machine or of a private')
  expect((await get('/file', loopbackOnly)).output).toContain('neither http nor https')
})

test('it keeps to the sandbox: where the network is off it fetches nothing', async () => {
  const sandbox = { mode: 'workspace-write', network: false } as const
  expect((await get('/page', open, { sandbox })).output).toContain('the network is off')
  expect((await get('/page', open, { sandbox: { ...sandbox, network: true } })).success).toBe(true)
})
