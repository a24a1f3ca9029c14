/**
 * Two places in dependencies that cost most of the time until the first frame, put right in the bundle. A pattern that is no
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
]

export const quickStart = () => {
  const met = new Set<Change>()
  return {
    name: 'quick-start',
    transform: (code: string, id: string): string | undefined => {
      const change = CHANGES.find(({ module }) => module.test(id))
      if (change === undefined) return undefined
      if (!code.includes(change.from)) throw new Error(`${id} no longer contains ${change.from}`)
      met.add(change)
      return code.replace(change.from, () => change.to)
    },
    buildEnd: (): void => {
      const missing = CHANGES.find((change) => !met.has(change))
      if (missing !== undefined) throw new Error(`nothing in the bundle is ${missing.module}`)
    },
  }
}
