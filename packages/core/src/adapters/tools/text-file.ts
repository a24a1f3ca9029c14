/**
 * Bytes of a text file to text and back without changing what was not meant to change: byte-order mark and encoding are kept.
 * Pure. What is neither UTF-8 nor marked UTF-16 is read as Windows-1252, the superset of Latin-1 in which every byte is a character.
 */
import { err, ok, type Result } from '@rawr/protocol'
import { unfinishedBytes } from './command/output-ring.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type TextFile = { readonly text: string; readonly encoding: Encoding; readonly mark: boolean }

/** Looked at for a zero byte, which no text has. */
const SNIFFED_BYTES = 8192

const MARKS: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** `null` for a binary file, or one that its own encoding cannot give back byte for byte. */
export const decodeTextFile = (bytes: Uint8Array): TextFile | null => {
  const mark = markOf(bytes)
  if (mark !== undefined) {
    const text = decodeAs(mark.encoding, bytes.subarray(mark.bytes.length))
    return text === null ? null : { text, encoding: mark.encoding, mark: true }
  }
  if (isBinary(bytes)) return null
  const text = decodeAs('utf-8', bytes)
  if (text !== null) return { text, encoding: 'utf-8', mark: false }
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252', mark: false }
}

/** From the first bytes of a longer file, which may end inside a character; `null` for a binary one. */
export const sniffEncoding = (start: Uint8Array): Encoding | null => {
  const mark = markOf(start)
  if (mark !== undefined) return mark.encoding
  if (isBinary(start)) return null
  const whole = start.subarray(0, start.length - unfinishedBytes(start))
  return decodeAs('utf-8', whole) === null ? 'windows-1252' : 'utf-8'
}

/** Refused where the new text has a character that the file's encoding lacks. */
export const encodeTextFile = ({ text, encoding, mark }: TextFile): Result<Uint8Array, string> => {
  if (encoding === 'windows-1252') return encodeSingleBytes(text)
  const marked = mark ? `\uFEFF${text}` : text
  if (encoding === 'utf-8') return ok(Buffer.from(marked, 'utf8'))
  const littleEndian = Buffer.from(marked, 'utf16le')
  return ok(encoding === 'utf-16le' ? littleEndian : littleEndian.swap16())
}

const markOf = (bytes: Uint8Array) =>
  MARKS.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte))

const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFFED_BYTES).includes(0)

const encodeSingleBytes = (text: string): Result<Uint8Array, string> => {
  const bytes: number[] = []
  for (const character of text) {
    const byte = SINGLE_BYTES.get(character)
    if (byte === undefined) return err(`the file is not UTF-8 but Windows-1252, which has no character “${character}”`)
    bytes.push(byte)
  }
  return ok(Uint8Array.from(bytes))
}

/** The decoder's own table turned round, so that both directions agree. */
const SINGLE_BYTES: ReadonlyMap<string, number> = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
)

const decodeAs = (encoding: Encoding, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
