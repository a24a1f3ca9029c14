/**
 * A session file to an {@link ImportedSession}, line by line as a stream: only what the model saw is kept. Detects the
 * format from the first records, keeps going over what it cannot read, and says what it left out.
 */
import { err, ok, type Result } from '@rawr/protocol'
import { createClaudeCodeImporter } from './claude-code.ts'
import { createCodexImporter } from './codex.ts'
import {
  detectDocument,
  detectRecords,
  detectText,
  type ImportedFormat,
  isImported,
  type SessionFormat,
} from './detect.ts'
import { type Fields, listAt } from './fields.ts'
import type { Importer } from './importer.ts'
import { createOpencodeImporter } from './opencode.ts'
import { createPiImporter } from './pi.ts'
import { createRawrImporter } from './rawr.ts'
import { type Head, type LineSource, lineSource, readHead } from './read-head.ts'
import { parseLine, trimmed } from './records.ts'
import type { ImportError, ImportedSession, ImportNotes, SkippedLine } from './session.ts'

export type ImportOptions = {
  /** Named in messages; nothing is read from it here. */
  readonly path: string
  /** Only the records before this line, counted from 1; in a document of records, before this record. */
  readonly until?: number | undefined
}

const SKIPPED_SHOWN_MAX = 20
/** How much of a text without a record is looked at. */
const TEXT_HEAD_CHARS = 4_096
/** Beyond this share of characters that are no UTF-8, a file is no text. */
const GARBLED_SHARE = 0.1

const IMPORTERS: Readonly<Record<ImportedFormat, () => Importer>> = {
  codex: createCodexImporter,
  'claude-code': createClaudeCodeImporter,
  pi: createPiImporter,
  opencode: createOpencodeImporter,
  rawr: createRawrImporter,
}

type LineNotes = Omit<ImportNotes, 'unknown' | 'shortened' | 'leftOut'>

/** Lines come without their newline; a carriage return and a byte-order mark are taken off here. */
export const importSession = async (
  lines: AsyncIterable<string> | Iterable<string>,
  { path, until }: ImportOptions,
): Promise<Result<ImportedSession, ImportError>> => {
  const source = lineSource(lines)
  const head = await readHead(source)
  const error = refusalOf(head, path)
  if (error !== null) {
    await source.close()
    return err(error)
  }
  const format = formatOf(head)
  if (!isImported(format)) throw new Error(`no importer for ${format}`)
  const importer = IMPORTERS[format]()
  const document = documentOf(head)
  const notes =
    document === null
      ? await takeLines({ head, source, importer, until: until ?? Infinity })
      : takeDocument({ document, importer, until: until ?? Infinity })
  const { unknown, shortened, leftOut, contextWindow, cwd, ...built } = importer.finish()
  return ok({
    ...built,
    format,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(cwd === undefined ? {} : { cwd }),
    notes: { ...notes, unknown, shortened, leftOut },
  })
}

const formatOf = (head: Head): SessionFormat => {
  if (head.document !== null) return detectDocument(head.document)
  const format = detectRecords(head.records)
  const only = head.records[0]
  if (format === 'unknown' && head.records.length === 1 && only !== undefined) return detectDocument(only)
  return format === 'unknown' && head.records.length === 0 ? detectText(textOf(head)) : format
}

/** The one record of the file, where it is a list of the real ones. */
const documentOf = (head: Head): Fields | null => {
  if (head.document !== null) return head.document
  const only = head.records[0]
  return head.records.length === 1 && only !== undefined && recordsIn(only).length > 0 ? only : null
}

/** Of a list of lines, or of messages with their parts. */
const recordsIn = (document: Fields): readonly Fields[] => [
  ...listAt(document, 'loglines'),
  ...listAt(document, 'messages').filter((message) => 'parts' in message),
]

const textOf = (head: Head): string => head.lines.join('\n').slice(0, TEXT_HEAD_CHARS)

const refusalOf = (head: Head, path: string): ImportError | null => {
  const text = textOf(head)
  if (head.lines.every((line) => trimmed(line) === ''))
    return { code: 'empty_file', message: `${path} is empty: there is no session in it. Name another file.` }
  if (text.includes('\u0000') || (text.match(/\ufffd/g)?.length ?? 0) > text.length * GARBLED_SHARE)
    return { code: 'binary_file', message: `${path} is not a text file` }
  const format = formatOf(head)
  if (isImported(format)) return null
  const message =
    format === 'unknown'
      ? `${path} is no session file of a format Rawr knows (it reads ${Object.keys(IMPORTERS).join(', ')})`
      : `${path} is a session of ${format}, which Rawr does not read yet (it reads ${Object.keys(IMPORTERS).join(', ')})`
  return { code: 'format_not_supported', format, message }
}

type Lines = { readonly head: Head; readonly source: LineSource; readonly importer: Importer; readonly until: number }

const takeLines = async ({ head, source, importer, until }: Lines): Promise<LineNotes> => {
  const skipped: SkippedLine[] = []
  let skippedCount = 0
  let number = 0
  let torn = false
  const take = (line: string): void => {
    const parsed = parseLine(line)
    // What follows the last record may be blank: a torn record stays the last one read.
    if (parsed.records.length > 0 || parsed.skipped !== undefined) torn = parsed.skipped !== undefined
    if (parsed.skipped !== undefined) {
      skippedCount += 1
      if (skipped.length < SKIPPED_SHOWN_MAX) skipped.push({ line: number, reason: parsed.skipped })
    }
    for (const record of parsed.records) importer.take(record, number)
  }
  for (const line of head.lines) {
    number += 1
    if (number < until) take(line)
  }
  while (number + 1 < until) {
    const line = await source.next()
    if (line === undefined) break
    number += 1
    take(line)
  }
  await source.close()
  return { skipped, skippedCount, torn }
}

type Document = { readonly document: Fields; readonly importer: Importer; readonly until: number }

const takeDocument = ({ document, importer, until }: Document): LineNotes => {
  for (const [index, record] of recordsIn(document).entries()) {
    if (index + 1 < until) importer.take(record, index + 1)
  }
  return { skipped: [], skippedCount: 0, torn: false }
}
