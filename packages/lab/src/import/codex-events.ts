/** `event_msg` lines of Codex: what they tell of items that are logged already, and of the context. */
import type { ItemId } from '@rawr/protocol'
import type { CodexUsage } from './codex-usage.ts'
import { type Fields, isFields, numberAt, textAt } from './fields.ts'
import type { ItemLog } from './item-log.ts'
import { createToldOutcomes } from './told-outcomes.ts'
import { outcomeOfExit } from './tool-outcome.ts'

export type CodexEvents = {
  readonly take: (payload: Fields) => void
  /** A message in the user's role was logged; an event may say that the user typed it. */
  readonly message: (id: ItemId, text: string) => void
  readonly result: (callId: string, id: ItemId) => void
}

export const createCodexEvents = (log: ItemLog, usage: CodexUsage): CodexEvents => {
  const outcomes = createToldOutcomes(log)
  let last: { readonly id: ItemId; readonly text: string } | null = null
  return {
    message: (id, text) => {
      last = { id, text }
    },
    result: outcomes.result,
    take: (payload) => {
      const callId = textAt(payload, 'call_id')
      switch (payload.type) {
        case 'user_message':
          if (last?.text === (textAt(payload, 'message') ?? '').trim() && isTyped(textAt(payload, 'kind')))
            log.setOrigin(last.id, 'user')
          return
        case 'task_started':
          usage.takeWindow(payload)
          return
        case 'token_count':
          if (isFields(payload.info)) usage.take(payload.info)
          return
        case 'turn.completed':
          if (isFields(payload.usage)) usage.take({ last_token_usage: payload.usage, total_token_usage: payload })
          return
        case 'exec_command_end':
          outcomes.tell(callId, outcomeOfExit(numberAt(payload, 'exit_code')))
          return
        case 'patch_apply_end':
          if (typeof payload.success === 'boolean') outcomes.tell(callId, { success: payload.success })
          return
        default:
          return
      }
    },
  }
}

/** Other kinds mark what the program injected in the user's name. */
const isTyped = (kind: string | undefined): boolean => kind === undefined || kind === 'plain'
