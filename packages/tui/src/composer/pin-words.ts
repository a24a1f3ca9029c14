/** What a person means by the words behind `/pin` and `/unpin`. */
import { ItemId, PinTarget } from '@rawr/protocol'

/** As core numbers items, one or a range: `i7`, `i7..ia`. */
const ITEMS = /^(i[0-9a-z]{1,9})(?:\.\.(i[0-9a-z]{1,9}))?$/

/** `@path` is a file, `i7` an item, `i7..ia` a range of them, anything else a fact; `null` where it is none of these. */
export const pinTargetOf = (words: readonly string[]): PinTarget | null => {
  const text = words.join(' ')
  const [, first, last] = ITEMS.exec(text) ?? []
  if (first !== undefined)
    return { kind: 'item', first: ItemId.parse(first), ...(last === undefined ? {} : { last: ItemId.parse(last) }) }
  const target = text.startsWith('@') ? { kind: 'file', path: text.slice(1) } : { kind: 'fact', text }
  return PinTarget.safeParse(target).data ?? null
}
