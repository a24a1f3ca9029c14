/** The first thing a client is told of a loaded thread: everything it would otherwise open a file for. */
import type { EventMsg } from '@rawr/protocol'
import { announcedSettings } from './announced-settings.ts'
import { windowOf } from './gauge.ts'
import type { SessionParts } from './session-parts.ts'
import { announcedPrompts } from './thread-prompts.ts'

export const configuredEvent = ({ deps, prompts }: Pick<SessionParts, 'deps' | 'prompts'>): EventMsg => {
  const { threadId, cwd, settings, lines } = deps
  const { name } = settings.model
  return {
    type: 'session_configured',
    thread_id: threadId,
    cwd,
    ...(name === undefined ? {} : { model: name }),
    wire_api: settings.provider.wire_api,
    context_window: windowOf(settings),
    resumed: lines.some(({ type }) => type === 'event_msg'),
    settings: announcedSettings(settings),
    prompts: announcedPrompts({ prompts, deps }),
  }
}
