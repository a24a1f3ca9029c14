/**
 * Runs the calls of one answer through the tool runner, reports their begin and end, and cuts what is too large for the
 * history; the whole of a cut output is kept as a blob. A tool that throws is a result, not the end of the turn.
 */
import { cutMiddle } from '@rawr/compaction'
import type { BlobRef, CallId, EventMsg, Settings, TurnId } from '@rawr/protocol'
import type { ItemDraft } from '../engine/item-draft.ts'
import type { SecretVault } from '../engine/secrets/vault.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { FileEdit, ToolCall, ToolContext, ToolPurpose, ToolResult, ToolRunner } from '../ports/tool-runner.ts'

export type NamedCall = ToolCall & { readonly callId: CallId }

export type ToolRunDeps = {
  readonly tools: ToolRunner
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly logger: Logger
  readonly settings: Settings
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly turnId: TurnId
  readonly secrets: SecretVault
  readonly archive: ToolContext['archive']
  readonly requestCompaction: ToolContext['requestCompaction']
  readonly emit: (msg: EventMsg) => void
  readonly finished: (callId: CallId, output: ItemDraft) => void
  /** A patch changed these files. */
  readonly edited: (edits: readonly FileEdit[]) => void
  /** The log refused what had to be written. */
  readonly broken: (error: unknown) => void
}

export type ToolRuns = {
  start(calls: readonly NamedCall[]): void
  /** Ends what runs, reports it ended, and lets nothing of it be heard again. */
  abort(): void
}

export const openToolRuns = (deps: ToolRunDeps): ToolRuns => {
  const controller = new AbortController()
  const running = new Map<
    CallId,
    { readonly call: NamedCall; readonly purpose: ToolPurpose; readonly startedAt: number }
  >()

  const runOne = async (call: NamedCall): Promise<void> => {
    const purpose = deps.tools.purpose(call, deps.cwd)
    const startedAt = deps.clock.now()
    running.set(call.callId, { call, purpose, startedAt })
    deps.emit(beginEvent({ call, purpose, turnId: deps.turnId }))
    const result = await runRevealed(deps, call, controller.signal)
    const capped = await capOutput(deps, result.output)
    if (!running.delete(call.callId)) return
    const durationMs = Math.max(0, deps.clock.now() - startedAt)
    deps.emit(endEvent({ call, purpose, turnId: deps.turnId, result, output: capped.text, durationMs }))
    if (result.edits !== undefined) deps.edited(result.edits)
    if (result.plan !== undefined) deps.emit(planEvent(deps.turnId, result.plan))
    deps.finished(call.callId, outputDraft(call.callId, result, capped))
  }
  return {
    start: (calls) => {
      for (const call of calls) runOne(call).catch(deps.broken)
    },
    abort: () => {
      controller.abort()
      const now = deps.clock.now()
      for (const { call, purpose, startedAt } of running.values()) {
        const durationMs = Math.max(0, now - startedAt)
        deps.emit(endEvent({ call, purpose, turnId: deps.turnId, result: ABORTED, output: ABORTED.output, durationMs }))
      }
      running.clear()
    },
  }
}

const ABORTED: ToolResult = { output: 'aborted', success: false, exitCode: null }

/** The tool works with the values, everything it says is masked again before anybody keeps it. */
const runRevealed = async (deps: ToolRunDeps, call: NamedCall, signal: AbortSignal): Promise<ToolResult> => {
  const revealed = deps.secrets.reveal(call.arguments)
  if (!revealed.ok) return { output: revealed.error, success: false }
  const result = await runTool(deps, { ...call, arguments: revealed.value }, signal)
  const mask = result.isFromHistory === true ? deps.secrets.mask : deps.secrets.maskForeign
  return { ...result, output: mask(result.output) }
}

const runTool = async (deps: ToolRunDeps, call: NamedCall, signal: AbortSignal): Promise<ToolResult> => {
  const { settings } = deps
  try {
    return await deps.tools.run(call, {
      cwd: deps.cwd,
      env: deps.env,
      sandbox: settings.sandbox,
      mayLeaveSandbox: settings.approvals.policy !== 'never',
      timeoutMs: settings.tools.shell_timeout_ms,
      signal,
      archive: deps.archive,
      requestCompaction: deps.requestCompaction,
      onOutput: (stream, text) => {
        if (signal.aborted) return
        const masked = deps.secrets.mask(text)
        deps.emit({ type: 'exec_command_output_delta', call_id: call.callId, stream, text: masked })
      },
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    deps.logger.error('tool_threw', { tool: call.name, message })
    return { output: `The tool ${call.name} failed: ${message}`, success: false }
  }
}

type Capped = { readonly text: string; readonly blob?: BlobRef }

const capOutput = async ({ blobs, settings, logger }: ToolRunDeps, output: string): Promise<Capped> => {
  const tokensMax = settings.tools.output_max_tokens
  const whole = output.toWellFormed()
  const { text, cut, tokensBefore } = cutMiddle({ text: whole, tokensMax })
  if (!cut) return { text: whole }
  const size = `This output has about ${tokensBefore} tokens; its middle is left out below.`
  try {
    const blob = await blobs.put(whole, 'text/plain')
    return {
      text: `[${size} The whole is kept as blob ${blob.id}: recall pages through it by that id, and finds lines of it by search.]\n${text}`,
      blob,
    }
  } catch (error) {
    logger.error('blob_not_kept', { message: String(error) })
    return { text: `[${size} The whole could not be kept.]\n${text}` }
  }
}

type Begin = { readonly call: NamedCall; readonly purpose: ToolPurpose; readonly turnId: TurnId }

const beginEvent = ({ call, purpose, turnId }: Begin): EventMsg => {
  const about = { call_id: call.callId, turn_id: turnId }
  switch (purpose.kind) {
    case 'exec':
      return { type: 'exec_command_begin', ...about, command: [...purpose.command], cwd: purpose.cwd }
    case 'patch':
      return { type: 'patch_apply_begin', ...about, paths: [...purpose.paths], ...shownPatch(purpose.patch) }
    case 'other':
      return { type: 'tool_call_begin', ...about, tool: call.name, summary: purpose.summary }
  }
}

/** Nobody reads a longer one on a screen, and an event has a limit. */
const PATCH_CHARACTERS_MAX = 100_000

const shownPatch = (patch: string): { patch?: string } =>
  patch.length > PATCH_CHARACTERS_MAX ? {} : { patch: patch.toWellFormed() }

type End = Begin & { readonly result: ToolResult; readonly output: string; readonly durationMs: number }

const endEvent = ({ call, purpose, turnId, result, output, durationMs }: End): EventMsg => {
  const about = { call_id: call.callId, turn_id: turnId }
  switch (purpose.kind) {
    case 'exec':
      return {
        type: 'exec_command_end',
        ...about,
        command: [...purpose.command],
        exit_code: result.exitCode ?? null,
        timed_out: result.timedOut ?? false,
        output,
        duration_ms: durationMs,
        ...(result.goesOnAs === undefined ? {} : { goes_on_as: result.goesOnAs }),
      }
    case 'patch':
      return { type: 'patch_apply_end', ...about, paths: [...purpose.paths], success: result.success, message: output }
    case 'other':
      return {
        type: 'tool_call_end',
        ...about,
        tool: call.name,
        success: result.success,
        duration_ms: durationMs,
        ...(result.outcome === undefined ? {} : { outcome: result.outcome }),
      }
  }
}

const planEvent = (turn_id: TurnId, { explanation, steps }: NonNullable<ToolResult['plan']>): EventMsg => ({
  type: 'plan_update',
  turn_id,
  ...(explanation === undefined ? {} : { explanation }),
  plan: steps.map((step) => ({ ...step })),
})

const outputDraft = (call_id: CallId, { success, exitCode }: ToolResult, { text, blob }: Capped): ItemDraft => ({
  origin: 'tool',
  body: {
    type: 'function_call_output',
    call_id,
    output: text,
    success,
    ...(typeof exitCode === 'number' ? { exit_code: exitCode } : {}),
  },
  ...(blob === undefined ? {} : { blob }),
})
