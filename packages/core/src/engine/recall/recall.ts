/**
 * What a thread had before, whatever of it the model still sees: the one reading behind the model's tool and the client's op of
 * this name. Everything it reads was masked when it entered the log.
 */
import { assertNever, err, type HistoryItem, ok, type RecallTarget, type Result } from '@rawr/protocol'
import { blobTextOf, findText, itemText, type KeptText, namesPath, searchedItems } from './kept-text.ts'
import { type Page, pageOf } from './page.ts'

export type RecallQuestion = { readonly target: RecallTarget; readonly page: number }

export type RecallRefusal =
  /** The id names nothing of this thread. */
  'not_found' | 'no_such_page'

/** A search that finds nothing is an empty page. */
export const recall = async (
  kept: KeptText,
  { target, page }: RecallQuestion,
): Promise<Result<Page, RecallRefusal>> => {
  const text = await textFor(kept, target)
  if (text === null) return err('not_found')
  const found = pageOf(text, page)
  return found === null ? err('no_such_page') : ok(found)
}

const textFor = async (kept: KeptText, target: RecallTarget): Promise<string | null> => {
  switch (target.kind) {
    case 'id':
      return textOfId(kept, target.id)
    case 'search':
      return linesWith(kept, target.text)
    case 'path':
      return linesAbout(kept.items(), target.path)
    default:
      return assertNever(target)
  }
}

const RANGE = /^(i[0-9a-z]{1,9})(?:\s*(?:-|–|\.\.)\s*(i[0-9a-z]{1,9}))?$/
const BLOB = /^[0-9a-f]{64}$/

const textOfId = async (kept: KeptText, id: string): Promise<string | null> => {
  if (BLOB.test(id)) return blobTextOf(kept, id)
  const [, first, last = first] = RANGE.exec(id.trim()) ?? []
  const items = kept.items()
  const [from, to] = [first, last].map((end) => items.findIndex(({ meta }) => meta.id === end))
  // An id of an imported thread may look otherwise.
  const exact = items.filter(({ meta }) => meta.id === id)
  const found = from === undefined || to === undefined || from < 0 || to < from ? exact : items.slice(from, to + 1)
  if (found.length === 0) return null
  const texts: string[] = []
  for (const item of found) texts.push(`[${item.meta.id} · ${item.meta.origin}]\n${await itemText(kept, item)}`)
  return texts.join('\n')
}

const linesWith = async (kept: KeptText, search: string): Promise<string> => {
  const hits: string[] = []
  for await (const { item, text } of searchedItems(kept))
    for (const { line, excerpt } of findText(text, search)) hits.push(`${item.meta.id} line ${line}: ${excerpt}`)
  return hits.join('\n')
}

const SUMMARY_CHARACTERS_MAX = 160

const linesAbout = (items: readonly HistoryItem[], path: string): string =>
  items
    .filter((item) => namesPath(item, path))
    .map((item) => {
      const text = JSON.stringify({ ...item, meta: undefined })
        .slice(0, SUMMARY_CHARACTERS_MAX)
        .toWellFormed()
      return `${item.meta.id} ${item.meta.origin} ${text}`
    })
    .join('\n')
