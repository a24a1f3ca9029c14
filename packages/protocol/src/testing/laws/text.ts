/** L3: valid Unicode everywhere, keys included, and arguments that a strict parser takes. */
import type { Breach } from './breach.ts'
import type { RequestView } from './request-view.ts'

export const checkText = ({ value, entries }: RequestView): Breach[] => [
  ...halfCharacters(value, 'body'),
  ...entries.flatMap((entry) =>
    entry.kind === 'call' && !isJson(entry.arguments)
      ? [breach(entry.at, `the arguments of call ${entry.id} are not JSON`)]
      : [],
  ),
]

const halfCharacters = (value: unknown, at: string): Breach[] => {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [breach(at, 'half a character')]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [
    ...halfCharacters(key, `${at} key`),
    ...halfCharacters(part, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`),
  ])
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const breach = (at: string, message: string): Breach => ({ law: 'L3', at, message })
