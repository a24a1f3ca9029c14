/**
 * Reads a log file line by line as bytes, so that neither its size nor a broken character in the middle matters. What
 * cannot be read is reported with its number and skipped; everything else counts.
 */
import { createReadStream } from 'node:fs'
import { decodeRolloutLine, type RolloutLine } from '@rawr/protocol'
import { openTextSharing } from './share-texts.ts'

export type SkippedLine = { readonly line: number; readonly reason: string }

export type LogContent = {
  readonly lines: readonly RolloutLine[]
  readonly skipped: readonly SkippedLine[]
  /** The file ends inside a line: the next one must not be glued to it. */
  readonly endsInsideLine: boolean
}

/** Longer than any line we write; a file with more between two newlines is no log. */
const LINE_BYTES_MAX = 256 * 1024 * 1024

export const readLog = async (path: string): Promise<LogContent> => {
  const lines: RolloutLine[] = []
  const skipped: SkippedLine[] = []
  const shareTexts = openTextSharing()
  let number = 0
  let endsInsideLine = false
  for await (const { text, isTorn } of linesOf(path)) {
    number += 1
    endsInsideLine = isTorn
    if (text.trim() === '') continue
    const line = decodeRolloutLine(text)
    if (line.ok) {
      shareTexts(line.value)
      lines.push(line.value)
    } else skipped.push({ line: number, reason: isTorn ? `torn last line (${line.error.reason})` : line.error.reason })
  }
  return { lines, skipped, endsInsideLine }
}

type TextLine = { readonly text: string /** Its newline is missing. */; readonly isTorn: boolean }

type ByteLine = { readonly bytes: Buffer; readonly isTorn: boolean }

const NEWLINE = 0x0a

/** Physical lines of the file without their newlines; a byte order mark and carriage returns are not part of one. */
export const linesOf = async function* (path: string): AsyncGenerator<TextLine> {
  for await (const { bytes, isTorn } of byteLinesOf(path)) yield { text: textOf(bytes), isTorn }
}

const byteLinesOf = async function* (path: string): AsyncGenerator<ByteLine> {
  let begun: Buffer[] = []
  let begunBytes = 0
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 })
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield { bytes: joined(begun, chunk.subarray(from, end)), isTorn: false }
      begun = []
      begunBytes = 0
      from = end + 1
    }
    begun.push(chunk.subarray(from))
    begunBytes += chunk.byteLength - from
    if (begunBytes > LINE_BYTES_MAX) throw new Error(`${path}: a line of more than ${LINE_BYTES_MAX} bytes`)
  }
  if (begunBytes > 0) yield { bytes: Buffer.concat(begun), isTorn: true }
}

const joined = (begun: readonly Buffer[], rest: Buffer): Buffer =>
  begun.length === 0 ? rest : Buffer.concat([...begun, rest])

export const textOf = (line: Buffer): string =>
  line
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r$/, '')
