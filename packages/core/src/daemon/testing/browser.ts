/** A real browser for tests: Chromium without a window, opened on a page that reports back by itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type Site = {
  /** Scheme, host and port, as a browser sends it. */
  readonly origin: string
  /** What a page has told by `fetch('/told', {method: 'POST', body})`. */
  readonly told: () => Promise<string>
  close(): Promise<void>
}

const ROOT = new URL('../../../../../', import.meta.url)

/** `pages`: path → HTML. Beside them the example page and the sources of the packages, as a browser can read them. */
export const serveSite = async (pages: Readonly<Record<string, string>>): Promise<Site> => {
  const told: ((body: string) => void)[] = []
  const server = createServer((request, response) => void answer({ request, response, pages, told }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    told: () => new Promise((resolve) => told.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Asked = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly pages: Readonly<Record<string, string>>
  readonly told: ((body: string) => void)[]
}

const answer = async ({ request, response, pages, told }: Asked): Promise<void> => {
  const path = request.url ?? '/'
  const reply = (type: string, body: string): void => void response.writeHead(200, { 'content-type': type }).end(body)
  if (request.method === 'POST') {
    const body = await text(request)
    reply('text/plain', '')
    for (const tell of told.splice(0)) tell(body)
    return
  }
  const page = pages[path]
  if (page !== undefined) return reply('text/html; charset=utf-8', page)
  try {
    reply('text/javascript; charset=utf-8', scriptAt(path))
  } catch {
    response.writeHead(404).end()
  }
}

const scriptAt = (path: string): string => {
  if (path === '/packages/protocol/client.mjs') return "export * from '/packages/protocol/src/client/index.ts'"
  if (path.startsWith('/packages/zod/'))
    return readFileSync(new URL(`packages/protocol/node_modules/${path.slice(10)}`, ROOT), 'utf8')
  const source = readFileSync(new URL(`.${path}`, ROOT), 'utf8')
  return path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
}

export const exampleFile = (path: string): string => fileURLToPath(new URL(`examples/${path}`, ROOT))

export type Browser = { close(): Promise<void> }

export const openBrowser = (url: string): Browser => {
  const profile = mkdtempSync(join(tmpdir(), 'rawr-chromium-'))
  const child: ChildProcess = spawn(
    'chromium',
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update', `--user-data-dir=${profile}`, url],
    ],
    { stdio: 'ignore' },
  )
  return {
    close: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
