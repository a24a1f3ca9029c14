/**
 * Three places in dependencies that cost most of the time until the first frame, put right in the bundle. A pattern that is no
 * longer there fails the build: the dependency has changed and has to be looked at again.
 */
import { PLAIN } from '../tui/src/text/plain.ts'

type Change = { readonly module: RegExp; readonly from: string; readonly to: string }

const CHANGES: readonly Change[] = [
  {
    // Its WebAssembly lies in its own text: read from there, and not fetched by way of an HTTP client loaded for that.
    module: /yoga-layout\/dist\/binaries\/yoga-wasm-base64-esm\.js$/,
    from: 'return w||"function"!=typeof fetch?Promise',
    to: 'return true?Promise',
  },
  {
    // Its way round for ASCII, also for what our rows are made of: behind it wait patterns for all of Unicode.
    module: /string-width\/index\.js$/,
    from: String.raw`/^[\u0020-\u007E]*$/`,
    to: String(PLAIN),
  },
  {
    // Tables that only what is not plain needs.
    module: /string-width\/index\.js$/,
    from: 'const segmenter = new Intl.Segmenter();',
    to: 'let tables; const segmenter = { segment: (text) => (tables ??= new Intl.Segmenter()).segment(text) };',
  },
]

export const quickStart = () => {
  const met = new Set<Change>()
  return {
    name: 'quick-start',
    transform: (code: string, id: string): string | undefined => {
      const changes = CHANGES.filter(({ module }) => module.test(id))
      if (changes.length === 0) return undefined
      return changes.reduce((text, change) => {
        if (!text.includes(change.from)) throw new Error(`${id} no longer contains ${change.from}`)
        met.add(change)
        return text.replace(change.from, () => change.to)
      }, code)
    },
    buildEnd: (): void => {
      const missing = CHANGES.find((change) => !met.has(change))
      if (missing !== undefined) throw new Error(`nothing in the bundle is ${missing.module}`)
    },
  }
}
