/** The whole text of an item of the log, from its blob where the item was cut, and the lines in it that hold a text. */
import { type HistoryItem, textOfItem } from '@rawr/protocol'

export type KeptText = {
  items(): readonly HistoryItem[]
  blob(id: string): Promise<Uint8Array | null>
}

export const blobTextOf = async (archive: KeptText, id: string): Promise<string | null> => {
  const bytes = await archive.blob(id)
  return bytes === null ? null : new TextDecoder().decode(bytes)
}

/** A blob that is gone leaves what the item shows. */
export const itemText = async (archive: KeptText, item: HistoryItem): Promise<string> => {
  const { blob } = item.meta
  const isText = blob?.media_type === undefined || blob.media_type.startsWith('text/')
  const whole = blob === undefined || !isText ? null : await blobTextOf(archive, blob.id)
  return whole ?? shownText(item)
}

/** A call is found by its tool's name too. */
const shownText = (item: HistoryItem): string =>
  item.type === 'function_call' || item.type === 'custom_tool_call'
    ? `${item.name} ${textOfItem(item)}`
    : textOfItem(item)

/** One item after the other, so that never more than one blob is in memory. */
export const searchedItems = async function* (
  archive: KeptText,
): AsyncGenerator<{ readonly item: HistoryItem; readonly text: string }> {
  for (const item of archive.items()) yield { item, text: await itemText(archive, item) }
}

const EXCERPT_CHARACTERS = 240

/** Each line once; a long line by the part around its first hit. Lines are counted from 1. */
export const findText = (text: string, search: string): readonly { line: number; excerpt: string }[] => {
  const sought = search.toLowerCase()
  return text.split('\n').flatMap((content, index) => {
    const at = content.toLowerCase().indexOf(sought)
    return at === -1 ? [] : [{ line: index + 1, excerpt: excerptAt(content, at) }]
  })
}

const excerptAt = (line: string, at: number): string => {
  if (line.length <= EXCERPT_CHARACTERS) return line
  const start = Math.max(0, at - EXCERPT_CHARACTERS / 4)
  return `…${line.slice(start, start + EXCERPT_CHARACTERS).toWellFormed()}…`
}

export const namesPath = (item: HistoryItem, path: string): boolean => shownText(item).includes(path)
