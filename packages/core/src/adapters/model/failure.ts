/**
 * From a fault to the one named outcome the turn machine knows, with a sentence that says what happened and what to do.
 * Texts of providers pass through `withoutSecrets`.
 */
import type { ModelFailure } from '../../ports/model-client.ts'
import { errorWords, type Fault } from './fault.ts'
import { isOverflow } from './overflow-table.ts'
import { withoutSecrets } from './redact.ts'
import { retryAfterMs, waitInWords } from './retry-after.ts'

export type Place = {
  /** Where the request went; no query, no credentials. */
  readonly address: string
  /** The environment variable that holds the key. */
  readonly apiKeyEnv: string
  readonly model: string
  readonly secrets: readonly string[]
  readonly nowMs: number
}

export const failureOf = (fault: Fault, place: Place): ModelFailure => {
  const failure = namedFailure(fault, place)
  return { ...failure, message: withoutSecrets(failure.message, place.secrets) }
}

const namedFailure = (fault: Fault, place: Place): ModelFailure => {
  switch (fault.type) {
    case 'http':
      return httpFailure(fault, place)
    case 'reported':
      return reportedFailure(fault, place)
    case 'connection':
      return connectionFailure(fault.code, place)
    case 'unsendable':
      return {
        kind: 'refused',
        message: `The request to ${place.address} cannot be sent (${fault.detail}). Check provider.base_url, provider.headers and ${place.apiKeyEnv}.`,
        transient: false,
      }
    case 'cut':
      return {
        kind: 'stream_cut',
        message:
          fault.received === 'nothing'
            ? `${place.address} closed the connection without an answer.`
            : `The answer of ${place.address} broke off before its end.`,
        transient: true,
      }
    case 'idle':
      return {
        kind: 'stream_idle',
        message: `${place.address} said nothing for ${fault.ms / 1000} s; a slow server needs a higher provider.stream_idle_timeout_ms.`,
        transient: true,
      }
    case 'garbage':
      return {
        kind: 'garbage',
        message: `${place.address} answered with something that is no model stream (${fault.detail}).`,
        transient: true,
      }
    case 'aborted':
      return { kind: 'aborted', message: 'The request was cancelled.', transient: false }
  }
}

type Http = Extract<Fault, { type: 'http' }>

const httpFailure = (fault: Http, place: Place): ModelFailure => {
  const { status } = fault
  const { code, message } = errorWords(fault.body)
  const said = message === '' ? `status ${status}` : message
  if (status !== 401 && status !== 403 && isOverflow({ code, message }))
    return {
      kind: 'overflow',
      status,
      message: `The request does not fit the model's window: ${said}`,
      transient: false,
    }
  if (status === 401)
    return {
      kind: 'unauthorized',
      status,
      message: `${place.address} refused the key: ${closed(said)} Set ${place.apiKeyEnv} to a valid one.`,
      transient: false,
    }
  if (status === 404) return { ...notFound(said, place), status }
  if (status === 413)
    return {
      kind: 'too_large',
      status,
      message: `${place.address} refuses a body of this size: ${said}`,
      transient: false,
    }
  if (status === 429) return rateLimited({ status, code, message: said, waitMs: waitOf(fault, message, place) })
  if (status === 408 || status === 409 || status >= 500)
    return {
      kind: 'server_error',
      status,
      message: `${place.address} failed (${status}): ${said}`,
      ...waited(waitOf(fault, message, place)),
      transient: true,
    }
  return {
    kind: 'refused',
    status,
    message: `${place.address} refused the request (${status}): ${said}`,
    transient: false,
  }
}

const notFound = (said: string, place: Place): ModelFailure => ({
  kind: 'not_found',
  message: `${place.address} knows no such address or model (${place.model}): ${closed(said)} Check provider.base_url (most end in /v1) and the model's name.`,
  transient: false,
})

/** Words of a provider with a sentence of ours behind them. */
const closed = (said: string): string => (/[.!?…]$/.test(said) ? said : `${said}.`)

const waitOf = (fault: Http, message: string, place: Place): number | null =>
  retryAfterMs({ headers: fault.headers, message, nowMs: place.nowMs })

const waited = (ms: number | null) => (ms === null ? {} : { retryAfterMs: ms })

type RateLimit = {
  readonly status?: number
  readonly code: string
  readonly message: string
  readonly waitMs: number | null
}

/** An empty purse answers 429 too, and no waiting fills it. */
const OUT_OF_CREDIT = /insufficient_quota|billing|exceeded your current quota|credit balance|payment required/i

/** What is given out by the hour, the day or the week comes back when nobody waits any more. */
const ALLOWANCE_USED = /usage limit|per[- ]day|daily limit/i

const rateLimited = ({ status, code, message, waitMs }: RateLimit): ModelFailure => {
  const known = status === undefined ? {} : { status }
  if (OUT_OF_CREDIT.test(`${code} ${message}`))
    return { kind: 'refused', ...known, message: `The account has no credit left: ${message}`, transient: false }
  // Where the provider says how long, that decides.
  if (waitMs === null && ALLOWANCE_USED.test(message))
    return { kind: 'refused', ...known, message: `The account's allowance is used up: ${message}`, transient: false }
  return {
    kind: 'rate_limited',
    ...known,
    message: limitWords(message),
    ...waited(waitMs),
    transient: true,
  }
}

const limitWords = (message: string): string =>
  /^rate limit/i.test(message) ? message : `Rate limit reached: ${message}`

const REFUSED_CODES =
  /^(invalid_|bad_request|model_not_found|unsupported|content_policy|usage_not_included|bio_policy|cyber)/i

/** LM Studio says so with status 200. */
const NO_SUCH_PATH = /unexpected endpoint or method/i

const reportedFailure = (fault: Extract<Fault, { type: 'reported' }>, place: Place): ModelFailure => {
  const { code, message } = fault
  const said = message === '' ? code || 'no reason given' : message
  if (isOverflow({ code, message }))
    return { kind: 'overflow', message: `The request does not fit the model's window: ${said}`, transient: false }
  if (/rate_limit|insufficient_quota|too_many_requests|^429$/i.test(code))
    return rateLimited({ code, message: said, waitMs: waitInWords(message) })
  if (NO_SUCH_PATH.test(message)) return notFound(said, place)
  if (REFUSED_CODES.test(code))
    return { kind: 'refused', message: `${place.address} refused the request: ${said}`, transient: false }
  return { kind: 'server_error', message: `${place.address} failed while answering: ${said}`, transient: true }
}

const CONNECTION_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be looked up just now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
}

/** A certificate does not get better by asking again. */
const CERTIFICATE = /CERT|SIGNATURE|ISSUER|ALTNAME|^ERR_TLS|^ERR_SSL|EPROTO/

const connectionFailure = (code: string, place: Place): ModelFailure =>
  CERTIFICATE.test(code)
    ? {
        kind: 'unreachable',
        message: `Cannot reach ${place.address}: its certificate was not accepted (${code}). Check provider.base_url, or name your authority in NODE_EXTRA_CA_CERTS.`,
        transient: false,
      }
    : {
        kind: 'unreachable',
        message: `Cannot reach ${place.address}: ${CONNECTION_WORDS[code] ?? 'the connection failed'} (${code}). Start the server there, check the network, or set provider.base_url (--base-url) to another address.`,
        transient: true,
      }
