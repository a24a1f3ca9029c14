/** `recall`: what the model no longer sees of its own thread, by id, by text or by path, one page at a time. */
import type { HistoryItem } from '@rawr/protocol'
import { z } from 'zod'
import type { ToolResult } from '../../ports/tool-runner.ts'
import { blobTextOf, findText, itemText, namesPath, searchedItems } from './recall/kept-text.ts'
import { pageOf } from './recall/page.ts'
import { defineTool, failure, type Tool } from './tool.ts'

const RecallArguments = z.object({
  id: z
    .string()
    .optional()
    .describe('An item (i12), a range of items (i12-i18) or a blob id, as named in the context.'),
  search: z
    .string()
    .min(1)
    .optional()
    .describe('Find lines with this text, in any case, in everything of this thread.'),
  path: z.string().min(1).optional().describe('List what was said and done about this file.'),
  page: z.int().positive().default(1).describe('Which page of a long answer.'),
})

type Query = z.output<typeof RecallArguments>

export const recallTool = (): Tool =>
  defineTool({
    name: 'recall',
    description:
      'Reads what this thread had before and the context no longer shows: outputs that were cut or cleared, and all that was ' +
      'summarised. Give exactly one of id, search or path. Long answers come in pages.',
    arguments: RecallArguments,
    purpose: (query) => ({ kind: 'other', summary: query.id ?? query.search ?? query.path ?? '' }),
    runsAlone: () => false,
    run: async (query, { archive }) => {
      const { id, search, path } = query
      if ([id, search, path].filter((given) => given !== undefined).length !== 1)
        return failure('Give exactly one of id, search or path.')
      if (id !== undefined) return answer(query, await textOfId(archive, id))
      if (search !== undefined) return answer(query, await linesWith(archive, search))
      return answer(query, linesAbout(archive.items(), path ?? ''))
    },
  })

type Archive = {
  items(): readonly HistoryItem[]
  blob(id: string): Promise<Uint8Array | null>
}

/** What it found in the log was masked when it got there. */
const answer = ({ page }: Query, text: string | null): ToolResult => {
  if (text === null) return failure('Nothing of that name or text is kept in this thread.')
  const cut = pageOf(text, page)
  if (cut === null) return failure(`There is no page ${page}.`)
  return { output: cut, success: true, isFromHistory: true }
}

const RANGE = /^(i[0-9a-z]{1,9})(?:\s*(?:-|–|\.\.)\s*(i[0-9a-z]{1,9}))?$/
const BLOB = /^[0-9a-f]{64}$/

const textOfId = async (archive: Archive, id: string): Promise<string | null> => {
  if (BLOB.test(id)) return blobTextOf(archive, id)
  const [, first, last = first] = RANGE.exec(id.trim()) ?? []
  const items = archive.items()
  const [from, to] = [first, last].map((end) => items.findIndex(({ meta }) => meta.id === end))
  // An id of an imported thread may look otherwise.
  const exact = items.filter(({ meta }) => meta.id === id)
  const found = from === undefined || to === undefined || from < 0 || to < from ? exact : items.slice(from, to + 1)
  if (found.length === 0) return null
  const texts: string[] = []
  for (const item of found) texts.push(`[${item.meta.id} · ${item.meta.origin}]\n${await itemText(archive, item)}`)
  return texts.join('\n')
}

const linesWith = async (archive: Archive, search: string): Promise<string | null> => {
  const hits: string[] = []
  for await (const { item, text } of searchedItems(archive))
    for (const { line, excerpt } of findText(text, search)) hits.push(`${item.meta.id} line ${line}: ${excerpt}`)
  return hits.length === 0 ? null : hits.join('\n')
}

const SUMMARY_CHARACTERS_MAX = 160

const linesAbout = (items: readonly HistoryItem[], path: string): string | null => {
  const about = items.filter((item) => namesPath(item, path))
  const lines = about.map((item) => {
    const text = JSON.stringify({ ...item, meta: undefined })
      .slice(0, SUMMARY_CHARACTERS_MAX)
      .toWellFormed()
    return `${item.meta.id} ${item.meta.origin} ${text}`
  })
  return lines.length === 0 ? null : lines.join('\n')
}
