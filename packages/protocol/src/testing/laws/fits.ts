/**
 * L2: a request fits the window with room for the answer, and the body fits the provider's limit. Tokens are counted by a
 * rule of the checker's own: UTF-8 bytes of the texts over four. Real tokenizers give prose up to 15 % fewer, so only what
 * is over the window even then is a breach.
 */
import type { Breach } from './breach.ts'
import type { RequestFacts } from './facts.ts'
import type { RequestView } from './request-view.ts'

const BYTES_PER_TOKEN = 4
const MARGIN = 0.15
/** No provider counts an image as less. */
const TOKENS_PER_IMAGE = 85

export const checkFits = (view: RequestView, { window, bytesMax }: RequestFacts): Breach[] => {
  const breaches: Breach[] = []
  const bytes = bytesMax === null ? 0 : view.bytes()
  if (bytesMax !== null && bytes > bytesMax)
    breaches.push(breach(`${bytes} bytes are more than the ${bytesMax} allowed`))
  const tokens = tokensAtLeast(view)
  if (window !== null && tokens + window.outputReserve > window.tokens)
    breaches.push(
      breach(
        `at least ${tokens} tokens and ${window.outputReserve} for the answer are more than the window of ${window.tokens}`,
      ),
    )
  return breaches
}

const tokensAtLeast = ({ entries, standing }: RequestView): number => {
  const texts = entries.flatMap((entry) => {
    if (entry.kind === 'call') return [entry.arguments]
    return entry.kind === 'opaque' ? [entry.content] : entry.texts
  })
  const images = entries.reduce((sum, entry) => sum + ('images' in entry ? entry.images : 0), 0)
  const bytes = [...texts, ...standing].reduce((sum, text) => sum + utf8.encode(text).length, 0)
  return Math.floor((bytes / BYTES_PER_TOKEN) * (1 - MARGIN)) + images * TOKENS_PER_IMAGE
}

const utf8 = new TextEncoder()

const breach = (message: string): Breach => ({ law: 'L2', at: 'body', message })
