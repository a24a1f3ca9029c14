/**
 * The exact count, by the tokenizer of current OpenAI models. The only file that loads `tiktoken`, and only when
 * asked: everything else runs without it. A rim, as loading a library takes time.
 */

export type ExactCount = (text: string) => number

/** A run longer than this of one class of characters is counted in slices: raw tokenizers are quadratic on it. */
const RUN_CHARS_MAX = 1_000

let loaded: Promise<ExactCount> | undefined

/** Loads the tokenizer once; the returned function counts. Rejects where `tiktoken` is not installed. */
export const loadExactCount = (): Promise<ExactCount> => {
  loaded ??= load()
  return loaded
}

export const countExactly = async (text: string): Promise<number> => (await loadExactCount())(text)

const load = async (): Promise<ExactCount> => {
  const { get_encoding } = await import('tiktoken')
  const encoding = get_encoding('o200k_base')
  return (text) => {
    let tokens = 0
    let [counted, inIt] = ['', 0]
    for (const slice of slicesOf(text)) {
      // A long run mostly repeats itself: what was just counted is not counted again.
      // No special tokens, neither allowed nor refused: the text is data.
      if (slice !== counted) [counted, inIt] = [slice, encoding.encode(slice, [], []).length]
      tokens += inIt
    }
    return tokens
  }
}

/** The text in order, cut only inside runs of letters, digits, blanks or signs that are too long. */
export const slicesOf = (text: string): readonly string[] => {
  const slices: string[] = []
  let start = 0
  for (const run of text.matchAll(LONG_RUN)) {
    let end = run.index
    while (end + RUN_CHARS_MAX < run.index + run[0].length) {
      end += RUN_CHARS_MAX
      if (isLowSurrogate(text.charCodeAt(end))) end -= 1
      slices.push(text.slice(start, end))
      start = end
    }
  }
  slices.push(text.slice(start))
  return slices
}

const LONG_RUN = /[\p{L}\p{M}]{1001,}|\p{N}{1001,}|\s{1001,}|[^\s\p{L}\p{M}\p{N}]{1001,}/gu

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
