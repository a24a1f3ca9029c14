/**
 * Runs a command that the person typed, as a turn without a model: begin, output, end, and one item for the model to read
 * with the next message. What the command printed is data, whoever started it.
 */
import { fence } from '@rawr/prompts'
import type { EventMsg, SubmissionId, TurnId } from '@rawr/protocol'
import { type ItemDraft, stampItem, textDraft } from '../engine/item-draft.ts'
import { outputTokensMax } from '../engine/limits.ts'
import { archiveOf } from './archive-of.ts'
import { reportUsage } from './read-answer.ts'
import { openToolRuns } from './run-tools.ts'
import type { SessionParts } from './session-parts.ts'

export type CommandRun = { readonly turnId: TurnId; readonly submissionId: SubmissionId; readonly command: string }

export type UserCommands = {
  start(run: CommandRun): void
  isRunning(): boolean
  stop(reason: 'interrupted' | 'shutdown'): void
  /** The session has failed: what runs is ended and says nothing more. */
  abandon(): void
}

type End = { readonly item: ItemDraft; readonly last: EventMsg }

export const openUserCommands = (parts: SessionParts): UserCommands => {
  const { deps } = parts
  let current: { readonly run: CommandRun; readonly abort: () => void } | null = null
  return {
    isRunning: () => current !== null,
    start: (run) => {
      const { turnId, submissionId, command } = run
      const emit = (msg: EventMsg): void => parts.outbox.emit(msg, submissionId)
      emit({ type: 'turn_started', turn_id: turnId, origin: 'user_shell' })
      const startedAt = deps.clock.now()
      const finished = (_callId: unknown, output: ItemDraft): void => {
        if (current?.run !== run) return
        current = null
        const duration_ms = Math.max(0, deps.clock.now() - startedAt)
        const last = { type: 'turn_complete', turn_id: turnId, last_agent_message: null, duration_ms } as const
        endRun(parts, run, { item: itemOf(run, output), last })
      }
      const runs = openToolRuns({
        ...deps,
        secrets: parts.secrets,
        archive: archiveOf(parts),
        outputTokensMax: () => outputTokensMax(parts.gauge(), deps.settings.tools.output_max_tokens),
        // Only an agent calls that tool.
        requestCompaction: () => ({ isAccepted: false, message: 'No agent is at work.' }),
        turnId,
        emit,
        finished,
        edited: () => {},
        broken: parts.broken,
      })
      current = { run, abort: runs.abort }
      runs.start([{ callId: deps.ids.call(), name: 'shell', arguments: JSON.stringify({ command }) }])
    },
    abandon: () => {
      const abort = current?.abort
      current = null
      abort?.()
    },
    stop: (reason) => {
      if (current === null) return
      const { run, abort } = current
      current = null
      abort()
      const item = textDraft('tool', commandText(run, 'The command was stopped.'))
      const last = { type: 'turn_aborted', turn_id: run.turnId, reason, message: 'The command was stopped.' } as const
      endRun(parts, run, { item, last })
    },
  }
}

const endRun = (parts: SessionParts, { turnId, submissionId }: CommandRun, { item, last }: End): void => {
  const { record, outbox, deps } = parts
  const payload = stampItem(item, { id: record.nextItemId(), at: deps.clock.now(), turnId })
  record.append([{ type: 'response_item', payload }])
  reportUsage(parts, submissionId, { usage: null, estimatedInput: 0 })
  outbox.emit(last, submissionId)
  record.sync().catch(parts.broken)
  parts.postSession({ type: 'turn_ended', turnId })
}

const itemOf = (run: CommandRun, { body, blob }: ItemDraft): ItemDraft => {
  const output = body.type === 'function_call_output' && typeof body.output === 'string' ? body.output : ''
  return { ...textDraft('tool', commandText(run, output)), ...(blob === undefined ? {} : { blob }) }
}

/** By its origin no word of the user, and fenced like all that travels in the user role. */
const commandText = ({ command }: CommandRun, output: string): string =>
  fence({ tag: 'user_shell_command', text: `$ ${command}\n${output}` })
