/** Fills `{placeholders}`. One pass: what is put in is never read again, so a message cannot bring placeholders of its own. */

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_]*)\}/g

/** Older spellings that people's files still use. */
const ALIASES: Readonly<Record<string, string>> = { scratch_file: 'scratchFile' }

export type Filled = {
  readonly text: string
  /** Placeholders nobody knows, once each, in the order met; they stay in the text as typed. */
  readonly unknown: readonly string[]
}

export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): Filled => {
  const unknown = new Set<string>()
  const filled = text.replaceAll(PLACEHOLDER, (typed: string, name: string) => {
    const key = ALIASES[name] ?? name
    if (Object.hasOwn(values, key)) return values[key] ?? typed
    unknown.add(name)
    return typed
  })
  return { text: filled, unknown: [...unknown] }
}

/** Placeholders of a text that are not among `known`, once each. */
export const unknownPlaceholders = (text: string, known: readonly string[]): readonly string[] =>
  fillTemplate(text, Object.fromEntries(known.map((name) => [name, '']))).unknown
