/**
 * One GET over the open net, bounded in time, bytes and hops. Each address is checked after it was resolved and just that one is
 * connected to, so that no name can point elsewhere between the check and the connection.
 */
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { err, ok, type Result } from '@rawr/protocol'
import { http } from '../../node-http.ts'
import type { AddressCheck } from './public-address.ts'

export type PageOrder = {
  readonly url: string
  readonly mayReach: AddressCheck
  readonly signal: AbortSignal
  /** Absent: the system's name server. */
  readonly resolve?: Resolve
}

export type Address = { readonly address: string; readonly family: number }

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly Address[]>

export type Page = {
  /** Where the last redirect led. */
  readonly url: string
  readonly status: number
  readonly mediaType: string
  readonly charset: string
  readonly bytes: Uint8Array
  /** There was more. */
  readonly isCut: boolean
}

export const PAGE_BYTES_MAX: number = 2 * 1024 * 1024
const HOPS_MAX = 5

/** An error is one sentence for the model. */
export const fetchPage = async ({
  url,
  mayReach,
  signal,
  resolve = bySystem,
}: PageOrder): Promise<Result<Page, string>> => {
  let at = url
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const target = targetOf(at)
    if (!target.ok) return target
    const address = await addressOf(target.value, { mayReach, resolve })
    if (!address.ok) return address
    const answered = await get({ target: target.value, address: address.value, signal })
    const { location } = answered.headers
    const status = answered.statusCode ?? 0
    if (status < 300 || status >= 400 || location === undefined) return ok(await pageOf(answered, at))
    answered.destroy()
    if (!URL.canParse(location, at)) return err(`${at} redirects to ${location}, which is no address`)
    at = new URL(location, at).href
  }
  return err(`${url} redirects more than ${HOPS_MAX} times`)
}

const targetOf = (url: string): Result<URL, string> => {
  if (!URL.canParse(url)) return err(`${url} is not an address like https://example.org/page`)
  const target = new URL(url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return err(`${url} is neither http nor https`)
  if (target.username !== '' || target.password !== '') return err('an address with a user name in it is not fetched')
  return ok(target)
}

const bySystem: Resolve = (host) => lookup(host, { all: true })

type Rules = { readonly mayReach: AddressCheck; readonly resolve: Resolve }

const addressOf = async ({ hostname }: URL, { mayReach, resolve }: Rules): Promise<Result<Address, string>> => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  const found = family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family }]
  const [first] = found
  if (first === undefined) return err(`${host} is not known to the name server`)
  // One address that may not be reached spoils them all: who controls the name chose them together.
  return found.every(({ address }) => mayReach(address))
    ? ok(first)
    : err(`${host} is an address of this machine or of a private network, which is not fetched from`)
}

type Get = { readonly target: URL; readonly address: Address; readonly signal: AbortSignal }

const get = ({ target, address, signal }: Get): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const pinned: LookupFunction = (_host, options, done) => {
      if (options.all === true) done(null, [address])
      else done(null, address.address, address.family)
    }
    const send = target.protocol === 'https:' ? httpsRequest : http.request
    const headers = { 'user-agent': 'rawr', accept: 'text/html, text/*, application/json;q=0.9, */*;q=0.1' }
    const request = send(target, { lookup: pinned, signal, headers, agent: false }, resolve)
    request.on('error', reject)
    request.end()
  })

const pageOf = async (answered: IncomingMessage, url: string): Promise<Page> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answered as AsyncIterable<Uint8Array>) {
    parts.push(part)
    size += part.length
    if (size > PAGE_BYTES_MAX) break
  }
  answered.destroy()
  const type = answered.headers['content-type'] ?? ''
  return {
    url,
    status: answered.statusCode ?? 0,
    mediaType: (type.split(';')[0] ?? '').trim().toLowerCase(),
    charset: /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8',
    bytes: Buffer.concat(parts).subarray(0, PAGE_BYTES_MAX),
    isCut: size > PAGE_BYTES_MAX,
  }
}
