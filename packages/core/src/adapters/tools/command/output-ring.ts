/** The first and the last bytes of an output of any length: what lies between is counted and dropped, so memory stays bounded. */

export class OutputRing {
  readonly #half: number
  #head = Buffer.alloc(0)
  #headUsed = 0
  /** Allocated when the head is full; written in a circle. */
  #tail: Buffer | null = null
  #tailSeen = 0

  /** Keeps at most this many bytes, half of them from the start. */
  constructor(bytesMax: number) {
    this.#half = Math.ceil(bytesMax / 2)
  }

  /** Takes whole characters; the bytes are copied. */
  push(bytes: Uint8Array): void {
    const toHead = Math.min(bytes.length, this.#half - this.#headUsed)
    if (toHead > 0) this.#pushHead(bytes.subarray(0, toHead))
    if (toHead < bytes.length) this.#pushTail(bytes.subarray(toHead))
  }

  get isEmpty(): boolean {
    return this.#headUsed === 0
  }

  get droppedBytes(): number {
    return Math.max(0, this.#tailSeen - this.#half)
  }

  text(): string {
    const head = this.#head.subarray(0, this.#headUsed)
    if (this.droppedBytes === 0) return decode(Buffer.concat([head, this.#tailBytes()]))
    const mark = `\n[… ${this.droppedBytes.toLocaleString('en-US')} bytes left out …]\n`
    return decode(wholeStart(head)) + mark + decode(wholeEnd(this.#tailBytes()))
  }

  #pushHead(bytes: Uint8Array): void {
    const needed = this.#headUsed + bytes.length
    if (needed > this.#head.length) {
      const grown = Buffer.alloc(Math.min(this.#half, Math.max(needed, this.#head.length * 2, 4096)))
      this.#head.copy(grown, 0, 0, this.#headUsed)
      this.#head = grown
    }
    this.#head.set(bytes, this.#headUsed)
    this.#headUsed = needed
  }

  #pushTail(bytes: Uint8Array): void {
    this.#tail ??= Buffer.alloc(this.#half)
    const last = bytes.subarray(Math.max(0, bytes.length - this.#half))
    const at = (this.#tailSeen + bytes.length - last.length) % this.#half
    const first = last.subarray(0, this.#half - at)
    this.#tail.set(first, at)
    this.#tail.set(last.subarray(first.length), 0)
    this.#tailSeen += bytes.length
  }

  #tailBytes(): Buffer {
    if (this.#tail === null) return Buffer.alloc(0)
    if (this.#tailSeen <= this.#half) return this.#tail.subarray(0, this.#tailSeen)
    const at = this.#tailSeen % this.#half
    return Buffer.concat([this.#tail.subarray(at), this.#tail.subarray(0, at)])
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

const wholeStart = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - unfinishedBytes(bytes))

/** Without the continuation bytes of a character whose start was dropped. */
const wholeEnd = (bytes: Buffer): Buffer => {
  let at = 0
  while (at < 3 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1
  return bytes.subarray(at)
}

/** How many bytes at the end begin a UTF-8 character that is not all there: 0…3. */
export const unfinishedBytes = (bytes: Uint8Array): number => {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}
