/** Reading a foreign record without trusting it: each function gives the value if it has the asked shape, else nothing. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textAt = (fields: Fields, key: string): string | undefined => {
  const value = fields[key]
  return typeof value === 'string' ? value : undefined
}

export const numberAt = (fields: Fields, key: string): number | undefined => {
  const value = fields[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** An object, or one without any field. */
export const fieldsAt = (fields: Fields, key: string): Fields => {
  const value = fields[key]
  return isFields(value) ? value : {}
}

/** The objects of a list; what is no object in it is left out, and what is no list is an empty one. */
export const listAt = (fields: Fields, key: string): readonly Fields[] => {
  const value = fields[key]
  return Array.isArray(value) ? value.filter(isFields) : []
}

export const textsAt = (fields: Fields, key: string): readonly string[] => {
  const value = fields[key]
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

/** Milliseconds since 1970 of an ISO time or a number of milliseconds under `key`; `fallback` where there is none. */
export const timeAt = (fields: Fields, key: string, fallback: number): number => {
  const value = fields[key]
  const at = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN
  return Number.isFinite(at) && at >= 0 ? Math.floor(at) : fallback
}
