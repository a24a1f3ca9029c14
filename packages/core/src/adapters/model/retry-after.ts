/** How long a provider asks us to wait: by header (milliseconds, seconds or a date) or in the words of its message. */

export type WaitSource = { readonly headers: Headers; readonly message: string; readonly nowMs: number }

/** Milliseconds ≥ 0; `null` where nothing was said. The more exact header wins. */
export const retryAfterMs = ({ headers, message, nowMs }: WaitSource): number | null =>
  number(headers.get('retry-after-ms')) ?? fromRetryAfter(headers.get('retry-after'), nowMs) ?? waitInWords(message)

const fromRetryAfter = (value: string | null, nowMs: number): number | null => {
  if (value === null) return null
  const seconds = number(value)
  if (seconds !== null) return Math.ceil(seconds * 1000)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

const number = (text: string | null): number | null => {
  if (text === null || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return null
  return Number(text)
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

/** `Please try again in 1m2.5s`, `try again in 28ms`, `retry after 20 seconds`. */
export const waitInWords = (message: string): number | null => {
  const span =
    /(?:try again in|retry (?:in|after))\s+((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|h(?:ours?)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?)?)?)\s*)+)/i.exec(
      message,
    )?.[1]
  if (span === undefined) return null
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|h|m|s)/gi)]
  return Math.ceil(parts.reduce((total, [, count, unit]) => total + Number(count) * unitMs(unit ?? ''), 0))
}

const unitMs = (unit: string): number => {
  const name = unit.toLowerCase()
  if (name === 'ms' || name === 'milli') return UNIT_MS.ms
  return name === 'h' ? UNIT_MS.h : name === 'm' ? UNIT_MS.m : UNIT_MS.s
}
