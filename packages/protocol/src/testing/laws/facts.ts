/** What a caller must know of a thread so that its requests can be judged. */

export type RequestFacts = {
  /** `null` where nobody knows the window. */
  readonly window: { readonly tokens: number; readonly outputReserve: number } | null
  /** The provider's limit on the body, bytes; `null` where it has none. */
  readonly bytesMax: number | null
  /** Project instructions and pins as they are on disk or were pinned, byte for byte. */
  readonly sacred: readonly string[]
  /** The newest unfinished request of the user; `null` for a request beside the work. */
  readonly live: string | null
  /** Every encrypted content that the provider has given in this thread. */
  readonly encrypted: ReadonlySet<string>
  /** The tags between which data travels in the user's role. */
  readonly fenceTags: readonly string[]
}
