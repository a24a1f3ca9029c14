/**
 * Where a daemon listens. Its own machine's clients always find it on the loopback, without TLS; what a person asks for
 * beside it (another interface, TLS) is a second door. Nothing but loopback is opened unencrypted unless it is said twice.
 */
import { isIPv4 } from 'node:net'
import { err, ok, type Result } from '@rawr/protocol'

/** Where the clients of the same machine look for it. */
export const LOOPBACK = '127.0.0.1'

export type BindOptions = {
  /** Absent: loopback alone. */
  readonly host?: string
  /** Of the outer door where there is one, else of the loopback; absent: any free one. */
  readonly port?: number
  /** `self_made`: a certificate of our own, kept in the home. */
  readonly tls?: 'self_made' | { readonly certPath: string; readonly keyPath: string }
  /** Listens beyond loopback without TLS: token and conversation can be read on the way. */
  readonly insecureBind?: boolean
}

export type DoorPlan = {
  readonly host: string
  readonly port: number
  readonly tls: NonNullable<BindOptions['tls']> | null
}

export type BindPlan = { readonly loopback: DoorPlan; readonly outer: DoorPlan | null }

/** The error says what to do. */
export const planBind = ({ host, port = 0, tls, insecureBind = false }: BindOptions): Result<BindPlan, string> => {
  const name = host === undefined || host === 'localhost' ? LOOPBACK : host
  const isInside = isLoopback(name)
  if (!isInside && tls === undefined && !insecureBind) return err(refusal(name))
  if (name === LOOPBACK && tls === undefined) return ok({ loopback: { host: name, port, tls: null }, outer: null })
  return ok({
    loopback: { host: LOOPBACK, port: 0, tls: null },
    outer: { host: name, port, tls: tls ?? null },
  })
}

const refusal = (host: string): string =>
  `${host === '' ? 'an empty host' : host} is not loopback: whoever reaches it could read the token on the way. ` +
  'Add --tls, or --insecure-bind if something else encrypts the way.'

/** Only what is certain: a name could lead anywhere. */
const isLoopback = (host: string): boolean => host === '::1' || (isIPv4(host) && host.startsWith('127.'))
