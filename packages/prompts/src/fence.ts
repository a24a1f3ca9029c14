/**
 * Data in the user role. What a packet, handoff, summary or restored file says must never read as the user's words
 * (L6, L14): it stands between two tags, and nothing inside it can write either of them.
 */

/** Every tag of ours. All of them are escaped in every fence, so that no text can pretend to open or close another. */
export const FENCE_TAGS = [
  'packet',
  'handoff',
  'summary',
  'narrative',
  'condense_request',
  'restored_file',
  'plan',
  'pinned',
  'handled_user_message',
  'tool_text',
  'environment',
  'project_instructions',
  'turn_aborted',
  'user_shell_command',
  'boundary',
] as const

export type Fence = {
  /** Lower-case letters, digits and `_`. */
  readonly tag: string
  readonly text: string
  /** Values are escaped; a name must be a plain word. */
  readonly attributes?: Readonly<Record<string, string>> | undefined
}

/** Blanks and invisible characters that a model reads over. */
const GAP = '[\\s\\u200b-\\u200f\\u2060\\ufeff]*'

/**
 * `text` between `<tag>` and `</tag>`, each on its own line. Inside, the `<` of anything that looks like one of our
 * tags, or like `tag` itself, becomes `&lt;`; all else is as it was.
 */
export const fence = ({ tag, text, attributes }: Fence): string =>
  wrap({ tag, text: escapeTags(text.toWellFormed(), [tag, ...FENCE_TAGS]), attributes })

/**
 * A fence around text that must stay byte-identical (L5): instead of changing the text, the tag gets a number that the
 * text does not use.
 */
export const fenceVerbatim = ({ tag, text, attributes }: Fence): string => {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? tag : `${tag}_${n}`
    if (escapeTags(text, [name]) === text) return wrap({ tag: name, text, attributes })
  }
}

const escapeTags = (text: string, tags: readonly string[]): string =>
  text.replace(new RegExp(`<(?=${GAP}/?${GAP}(?:${tags.join('|')})(?![a-z0-9_]))`, 'gi'), '&lt;')

/** A value as it stands between the quotes of an attribute. */
export const attributeOf = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s/g, ' ')

/** What {@link attributeOf} wrote; blanks of other kinds stay plain ones. */
export const textOfAttribute = (written: string): string =>
  written.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const wrap = ({ tag, text, attributes = {} }: Fence): string => {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${attributeOf(value)}"`)
  return `<${tag}${written.join('')}>\n${text}\n</${tag}>`
}
