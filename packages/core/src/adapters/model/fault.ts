/** What can go wrong between us and a provider, before it has a name of ours: the input of `failureOf`. */
import { z } from 'zod'

export type Fault =
  /** An answer that says no, before any stream. */
  | { readonly type: 'http'; readonly status: number; readonly body: string; readonly headers: Headers }
  /** An error told inside a stream that began well. */
  | { readonly type: 'reported'; readonly code: string; readonly message: string }
  /** No answer at all; `code` as the system calls it (`ECONNREFUSED`). */
  | { readonly type: 'connection'; readonly code: string }
  /** Nothing went out: an address, a header or a body that cannot be sent. */
  | { readonly type: 'unsendable'; readonly detail: string }
  /** The stream ended without its last event. */
  | { readonly type: 'cut'; readonly received: 'nothing' | 'part' }
  | { readonly type: 'idle'; readonly ms: number }
  | { readonly type: 'garbage'; readonly detail: string }
  | { readonly type: 'aborted' }

/** Code and words of an error body, whichever of the usual shapes it has; the text itself where it has none. */
export const errorWords = (body: string): { readonly code: string; readonly message: string } => {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return {
      code: '',
      message: body
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    }
  }
  return wordsOf(value)
}

/** `{error: {code, type, message}}`, `{error: '…'}`, `{message}`, `{detail}`, with `metadata.raw` of a router inside. */
export const wordsOf = (value: unknown): { readonly code: string; readonly message: string } => {
  if (typeof value === 'string') return { code: '', message: value }
  if (Array.isArray(value)) return wordsOf(value[0])
  const body = Body.safeParse(value)
  if (!body.success) return { code: '', message: '' }
  const { error, detail, message: words, metadata, code: name, type } = body.data
  const inner = error ?? detail
  if (typeof inner === 'object' && inner !== null) return wordsOf(inner)
  const message = [words ?? inner, metadata?.raw].filter((part) => typeof part === 'string')
  const code = [name, type].find((part) => typeof part === 'string' && part !== '')
  return { code: String(code ?? ''), message: message.length > 0 ? message.join(' – ') : JSON.stringify(value) }
}

const Body = z.object({
  error: z.unknown().optional(),
  detail: z.unknown().optional(),
  message: z.unknown().optional(),
  code: z.unknown().optional(),
  type: z.unknown().optional(),
  metadata: z.object({ raw: z.unknown().optional() }).nullish().catch(null),
})

const CAUSES_MAX = 8

/** The system's name for a failure lies somewhere in the chain of causes. */
export const codeInside = (thrown: unknown): string | null => {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < CAUSES_MAX; cause = cause.cause, depth += 1) {
    const first = cause instanceof AggregateError ? cause.errors[0] : cause
    if (first instanceof Error && !isErrorEvent(first) && 'code' in first && typeof first.code === 'string')
      return first.code
  }
  return null
}

export const innermostWords = (thrown: unknown): string => {
  let words = String(thrown)
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < CAUSES_MAX; cause = cause.cause, depth += 1)
    words = cause.message
  return words
}

/** The SDK throws an event of type `error` with the event's content in `error`. */
export const isErrorEvent = (thrown: unknown): thrown is Error & { readonly error: unknown } =>
  thrown instanceof Error && 'error' in thrown && typeof thrown.error === 'object' && thrown.error !== null
