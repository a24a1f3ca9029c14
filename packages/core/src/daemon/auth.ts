/**
 * Who may open a socket: a bearer of the token, from no web page but those on the list. The token comes in a header or,
 * from a browser, as a subprotocol. Anything else learns only that it was refused.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { tokenOfSubprotocols } from '@rawr/protocol/client'

export type UpgradeRequest = {
  readonly authorization: string | undefined
  /** The header as sent: names with commas between. */
  readonly subprotocols: string | undefined
  readonly origin: string | undefined
}

export type AuthRules = {
  readonly token: string
  /** Origins of web pages that may connect, exactly as a browser sends them; a program sends none. */
  readonly allowedOrigins: readonly string[]
}

export type Verdict = { readonly admitted: true } | { readonly admitted: false; readonly status: 401 | 403 }

export const judgeUpgrade = (request: UpgradeRequest, rules: AuthRules): Verdict => {
  if (request.origin !== undefined && !rules.allowedOrigins.includes(request.origin))
    return { admitted: false, status: 403 }
  const offered = (request.subprotocols ?? '').split(',').map((name) => name.trim())
  const token = bearerToken(request.authorization) ?? tokenOfSubprotocols(offered)
  if (token === null || !isSame(token, rules.token)) return { admitted: false, status: 401 }
  return { admitted: true }
}

const bearerToken = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null

/** Hashed first: equal lengths, so that neither length nor common beginning shows in the time taken. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(sha256(given), sha256(expected))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
