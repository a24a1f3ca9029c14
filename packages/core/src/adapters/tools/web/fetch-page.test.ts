import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchPage } from './fetch-page.ts'

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
