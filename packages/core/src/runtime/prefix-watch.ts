/** Watches the requests of a thread for what breaks their common beginning, and says so in the diagnostic log. */
import { afterRequest, NO_PREFIX, type Prefix } from '../engine/prefix.ts'
import type { Logger } from '../ports/logger.ts'
import type { SamplingRequest } from '../ports/model-client.ts'

export type PrefixWatch = {
  sent(request: Pick<SamplingRequest, 'model' | 'instructions' | 'tools' | 'items'>, rewrites: number): void
  now(): Prefix
}

export const openPrefixWatch = (logger: Logger): PrefixWatch => {
  let prefix = NO_PREFIX
  return {
    sent: ({ model, instructions, tools, items }, rewrites) => {
      const before = prefix
      prefix = afterRequest(before, { head: [model, instructions, JSON.stringify(tools)], items, rewrites })
      if (prefix.breaks > before.breaks)
        logger.debug('prefix_broken', { cause: prefix.lastBreak, breaks: prefix.breaks })
    },
    now: () => prefix,
  }
}
