/**
 * Bytes of a text file to text and back without changing what was not meant to change: byte-order mark and encoding are kept.
 * Pure. What is neither UTF-8 nor marked UTF-16 is read as Latin-1, in which every byte is a character.
 */
import { err, ok, type Result } from '@rawr/protocol'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1'

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
  const mark = MARKS.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte))
  if (mark !== undefined) {
    const text = decodeAs(mark.encoding, bytes.subarray(mark.bytes.length))
    return text === null ? null : { text, encoding: mark.encoding, mark: true }
  }
  if (isBinary(bytes)) return null
  const text = decodeAs('utf-8', bytes)
  if (text !== null) return { text, encoding: 'utf-8', mark: false }
  return { text: Buffer.from(bytes).toString('latin1'), encoding: 'latin1', mark: false }
}

/** Refused where the new text has a character that the file's encoding lacks. */
export const encodeTextFile = ({ text, encoding, mark }: TextFile): Result<Uint8Array, string> => {
  if (encoding === 'latin1') return encodeLatin1(text)
  const marked = mark ? `\uFEFF${text}` : text
  if (encoding === 'utf-8') return ok(Buffer.from(marked, 'utf8'))
  const littleEndian = Buffer.from(marked, 'utf16le')
  return ok(encoding === 'utf-16le' ? littleEndian : littleEndian.swap16())
}

export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFFED_BYTES).includes(0)

const encodeLatin1 = (text: string): Result<Uint8Array, string> => {
  for (const character of text) {
    if (character > '\u00FF') return err(`the file is Latin-1 (not UTF-8), which has no character “${character}”`)
  }
  return ok(Buffer.from(text, 'latin1'))
}

const decodeAs = (encoding: Encoding, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
