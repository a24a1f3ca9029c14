import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchPage, type Resolve } from './fetch-page.ts'
import { isPublicAddress } from './public-address.ts'

/** The name server of somebody who means ill: each question is answered with the next of these. */
const namedAs = (...answers: readonly (readonly string[])[]): { readonly resolve: Resolve; asked(): number } => {
  let asked = 0
  return {
    asked: () => asked,
    resolve: async () => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
      asked += 1
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
}

const signal = new AbortController().signal

test('a page brings its type, its character set and where it was found', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: 'new' }).end()
    else response.setHeader('content-type', 'Text/Plain; charset="iso-8859-1"').end('x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = await fetchPage({ url: `${origin}/old`, mayReach: () => true, signal })
  expect(page).toMatchObject({
    ok: true,
    value: { url: `${origin}/new`, status: 200, mediaType: 'text/plain', charset: 'iso-8859-1', isCut: false },
  })
  server.close()
})

test.each([
  ['nonsense', /not an address/],
  ['ftp://example.org/x', /neither http nor https/],
  ['file:///etc/passwd', /neither http nor https/],
  ['http://ada:secret@example.org/', /user name/],
  ['http://127.0.0.1/', /private network/],
])('%s is refused before anything is sent', async (url, why) => {
  const refused = await fetchPage({ url, mayReach: () => false, signal })
  expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(why) })
})

test('a name that leads elsewhere when it is asked again is connected to where it was checked, and is checked anew at each hop', async () => {
  let reached = 0
  const server = createServer((request, response) => {
    reached += 1
    if (request.url === '/hop') response.writeHead(302, { location: '/again' }).end()
    else response.end('there')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const mayReach = (address: string): boolean => address === '127.0.0.1'
  // No such name is known anywhere else: the page came from the address of the first answer.
  const first = namedAs(['127.0.0.1'], ['10.0.0.1'])
  const { resolve } = first
  const page = await fetchPage({ url: `http://harbour.invalid:${port}/`, mayReach, signal, resolve })
  expect(page).toMatchObject({ ok: true, value: { status: 200 } })
  expect(first.asked()).toBe(1)
  const second = namedAs(['127.0.0.1'], ['10.0.0.1'])
  const hopped = await fetchPage({
    url: `http://harbour.invalid:${port}/hop`,
    mayReach,
    signal,
    resolve: second.resolve,
  })
  expect(hopped).toMatchObject({ ok: false, error: expect.stringContaining('private network') })
  expect(reached).toBe(2)
  server.close()
})

test.each([
  [['93.184.216.34', '127.0.0.1']],
  [['2606:4700::1111', '::ffff:169.254.169.254']],
  [['::ffff:7f00:1']],
  [['64:ff9b::a00:1']],
  [['fd12:3456::1']],
])('a name that leads to %j is not fetched from', async (addresses) => {
  const { resolve } = namedAs(addresses)
  const refused = await fetchPage({ url: 'http://harbour.invalid/', mayReach: isPublicAddress, signal, resolve })
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('private network') })
})

test.each([
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::]/',
  'http://0x7f000001/',
  'http://127.1/',
])('a redirect to %s is not followed', async (location) => {
  const server = createServer((_request, response) => response.writeHead(302, { location }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let checked = 0
  const mayReach = (address: string): boolean => {
    checked += 1
    return checked === 1 || isPublicAddress(address)
  }
  const refused = await fetchPage({ url: `http://127.0.0.1:${port}/`, mayReach, signal })
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('private network') })
  server.close()
})
