/**
 * A log read from its beginning on, in pieces and as far as anybody went: what a list shows of its thread. Where one reading
 * ends the next begins, since a log only grows.
 */
import { decodeRolloutLine, type RolloutLine, type ThreadChange, textOfInput, textOfParts } from '@rawr/protocol'
import { textOf } from './read-log.ts'
import { changeIn, marksAfter, NO_MARKS, type ThreadMarks } from './thread-changes.ts'

/** The first message of the user stands behind the initial context, and that is short. */
const HEAD_LINES_MAX = 60

const FIRST_TEXT_CHARACTERS_MAX = 400

/** A longer line is passed over. None that says something of a thread is as long, but for a first message that is a book. */
export const LINE_HELD_BYTES = 4 * 1024 * 1024

export type LogScan = {
  /** Everything before this byte has been looked at. */
  readonly scannedTo: number
  /** That byte stands in a line that was too long to hold. */
  readonly isInsideLine: boolean
  /** Lines in which a beginning and a first message were looked for, up to `HEAD_LINES_MAX`. */
  readonly headLines: number
  readonly beginning: { readonly cwd: string; readonly createdAt: string } | null
  readonly firstUserText: string
  /** Nothing stands in it but what a session writes as it begins. */
  readonly isUntouched: boolean
  readonly marks: ThreadMarks
}

export const NOTHING_SCANNED: LogScan = {
  scannedTo: 0,
  isInsideLine: false,
  headLines: 0,
  beginning: null,
  firstUserText: '',
  isUntouched: true,
  marks: NO_MARKS,
}

/** What has no beginning where one belongs is no log, however long it is. */
export const isNoLog = ({ beginning, headLines }: LogScan): boolean => beginning === null && headLines >= HEAD_LINES_MAX

const NEWLINE = 0x0a

/** The bytes are those behind `scannedTo`; a line that does not end in them is left for the next piece. */
export const scanOn = (scan: LogScan, bytes: Buffer): LogScan => {
  let next = scan
  let from = 0
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
    next = next.isInsideLine ? { ...next, isInsideLine: false } : withLine(next, bytes.subarray(from, end))
    from = end + 1
  }
  const isPassedOver = from === 0 && (scan.isInsideLine || bytes.byteLength >= LINE_HELD_BYTES)
  if (!isPassedOver) return { ...next, scannedTo: scan.scannedTo + from }
  // What was too long to read may have been the first message: the second is not taken for it.
  return {
    ...next,
    scannedTo: scan.scannedTo + bytes.byteLength,
    isInsideLine: true,
    headLines: HEAD_LINES_MAX,
    isUntouched: false,
  }
}

const withLine = (scan: LogScan, line: Buffer): LogScan => {
  const isHead = scan.headLines < HEAD_LINES_MAX && (scan.beginning === null || scan.firstUserText === '')
  const headed = isHead ? withHeadLine(scan, line) : { ...scan, isUntouched: false }
  const change = changeIn(line)
  return change === null ? headed : { ...headed, marks: marksAfter(headed.marks, change) }
}

const withHeadLine = (scan: LogScan, bytes: Buffer): LogScan => {
  const counted = { ...scan, headLines: scan.headLines + 1 }
  const decoded = decodeRolloutLine(textOf(bytes))
  // What cannot be read may be somebody's words.
  if (!decoded.ok) return { ...counted, isUntouched: false }
  const line = decoded.value
  const isUntouched = scan.isUntouched && isBeginning(line)
  if (line.type === 'session_meta' && scan.beginning === null)
    return { ...counted, isUntouched, beginning: { cwd: line.payload.cwd, createdAt: line.payload.timestamp } }
  const firstUserText = scan.firstUserText === '' ? userText(line) : scan.firstUserText
  return { ...counted, isUntouched, firstUserText: firstUserText.slice(0, FIRST_TEXT_CHARACTERS_MAX).toWellFormed() }
}

/** What a session writes as it begins. */
export const isBeginning = (line: RolloutLine): boolean => {
  if (line.type === 'session_meta') return true
  if (line.type === 'event_msg') return ['session_configured', 'warning'].includes(line.payload.msg.type)
  return line.type === 'response_item' && line.payload.type === 'message' && line.payload.meta.origin === 'context'
}

const userText = (line: RolloutLine): string => {
  if (line.type === 'response_item' && line.payload.type === 'message' && line.payload.meta.origin === 'user')
    return textOfParts(line.payload.content).trim()
  if (line.type === 'queue' && line.payload.change === 'added' && line.payload.input.origin === 'user')
    return textOfInput(line.payload.input.items).trim()
  return ''
}

export type LogTail = {
  /** The byte at which the first whole line of it begins. */
  readonly from: number
  /** The last word on each mark that stands in it. */
  readonly change: ThreadChange
}

/** The last bytes of a log, which begin somewhere in a line at byte `at`. */
export const readTail = (bytes: Buffer, at: number): LogTail => {
  let change: ThreadChange = {}
  const first = bytes.indexOf(NEWLINE) + 1
  let from = first
  for (let end = bytes.indexOf(NEWLINE, from); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
    change = { ...change, ...changeIn(bytes.subarray(from, end)) }
    from = end + 1
  }
  return { from: first === 0 ? at + bytes.byteLength : at + first, change }
}
