/** A thread holds everything that was said in it: whoever goes on with another server should know that it is sent there. */
import type { EventMsg, RolloutLine, Settings } from '@rawr/protocol'
import { OPENAI_URL } from '../ports/model-client.ts'

/** `settings` as they are announced. `null`: the server is the one of the last turn, or there was none. */
export const serverChange = (lines: readonly RolloutLine[], settings: Settings): string | null => {
  const msgs = lines.flatMap((line) => (line.type === 'event_msg' ? [line.payload.msg] : []))
  const turn = msgs.findLastIndex(({ type }) => type === 'turn_started')
  const configured = msgs.slice(0, turn).findLast(isConfigured)
  if (turn < 0 || configured === undefined) return null
  const [before, now] = [serverOf(configured.settings), serverOf(settings)]
  if (before === null || now === null || before === now) return null
  return `This thread was answered by ${before} so far; from now on all of it is sent to ${now}. To go on with the server before, give its address: --base-url, or provider.base_url in the settings.`
}

type Configured = Extract<EventMsg, { readonly type: 'session_configured' }>

const isConfigured = (msg: EventMsg): msg is Configured => msg.type === 'session_configured'

/** `null`: a recording, which is sent nowhere. */
const serverOf = ({ provider: { wire_api, base_url } }: Settings): string | null =>
  wire_api === 'replay' ? null : (base_url ?? OPENAI_URL)
