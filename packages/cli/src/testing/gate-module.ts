/**
 * For a client that is loaded with this first (`--import`): the module whose address ends with `GATED` is not done loading
 * before the file `GATE` is there, as on a slow disk.
 */
import { registerHooks } from 'node:module'

const { GATED = '', GATE = '' } = process.env

const WAIT = `import { existsSync as isThere } from 'node:fs'
while (!isThere(${JSON.stringify(GATE)})) await new Promise((resolve) => setTimeout(resolve, 10).unref())
`

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    return url.endsWith(GATED) && loaded.source !== undefined
      ? { ...loaded, source: `${WAIT}${new TextDecoder().decode(Buffer.from(loaded.source as Uint8Array))}` }
      : loaded
  },
})
