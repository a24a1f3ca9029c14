/** Finds the patch inside what a model wrapped around it (a here-document, a fence) and splits it into lines. Pure. */
import { err, ok, type Result } from '@rawr/protocol'

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'

export type PatchBody = {
  /** Between the two markers. */
  readonly lines: readonly string[]
  /** The first of them, counted from 1 in the text as given. */
  readonly firstLine: number
}

export const normalisePatchLines = (text: string): Result<PatchBody, string> => {
  const raw = text.split('\n')
  // A patch written with CRLF throughout means its line ends, not carriage returns in the lines.
  const isCrlf = raw.length > 1 && raw.slice(0, -1).every((line) => line.endsWith('\r'))
  const lines = isCrlf ? raw.map((line) => line.replace(/\r$/, '')) : raw
  const begin = lines.findIndex((line) => line.trim() === BEGIN)
  if (begin < 0) return err(`it does not begin with ${BEGIN}`)
  const end = lines.findLastIndex((line) => line.trim() === END)
  if (end < begin) return err(`it does not end with ${END}: it may have been cut off`)
  return ok({ lines: lines.slice(begin + 1, end), firstLine: begin + 2 })
}
