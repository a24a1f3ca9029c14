/**
 * Runs the calls of one answer through the tool runner, reports their begin and end, and cuts what is too large for the
 * history; the whole of a cut output is kept as a blob. A tool that throws is a result, not the end of the turn.
 */
import { cutMiddle } from '@rawr/compaction'
import type { BlobRef, CallId, ContentPart, EventMsg, Settings, TurnId } from '@rawr/protocol'
import type { ItemDraft } from '../engine/item-draft.ts'
import { openStreamMask } from '../engine/secrets/mask-stream.ts'
import type { SecretVault } from '../engine/secrets/vault.ts'
import { shownPatch } from '../engine/shown-patch.ts'
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
  /** Tokens of one output at most, however full the thread is. */
  readonly outputTokensMax: () => number
  readonly emit: (msg: EventMsg) => void
  readonly finished: (callId: CallId, output: ItemDraft) => void
  /** A patch changed these files. */
  readonly edited: (edits: readonly FileEdit[]) => void
  /** The log refused what had to be written. */
  readonly broken: (error: unknown) => void
}

export type ToolRuns = {
  /** Begins a call whose answer is still streaming. Nothing of it is told before `start`; without one it never was. */
  prepare(call: NamedCall): void
  /** What was prepared and not started ends unheard. */
  drop(): void
  start(calls: readonly NamedCall[]): void
  /** Ends what runs, reports it ended, and lets nothing of it be heard again. */
  abort(): void
}

type Run = {
  readonly call: NamedCall
  readonly purpose: ToolPurpose
  readonly startedAt: number
  readonly result: Promise<ToolResult>
  readonly controller: AbortController
  /** What it has to tell, until it may; then `null`, and it is told at once. */
  held: EventMsg[] | null
}

export const openToolRuns = (deps: ToolRunDeps): ToolRuns => {
  const prepared = new Map<CallId, Run>()
  const running = new Map<CallId, Run>()

  /** Its end is told by whoever takes it up. */
  const finish = async (run: Run): Promise<void> => {
    const { call, purpose } = run
    running.set(call.callId, run)
    deps.emit(beginEvent({ call, purpose, turnId: deps.turnId }))
    for (const msg of run.held ?? []) deps.emit(msg)
    run.held = null
    const result = await run.result
    const capped = await capOutput(deps, result.output)
    const images = await keepImages(deps, result.images ?? [])
    if (running.get(call.callId) !== run) return
    running.delete(call.callId)
    const durationMs = Math.max(0, deps.clock.now() - run.startedAt)
    deps.emit(endEvent({ call, purpose, turnId: deps.turnId, result, output: capped.text, durationMs }))
    if (result.edits !== undefined) deps.edited(result.edits)
    if (result.plan !== undefined) deps.emit(planEvent(deps.turnId, result.plan))
    deps.finished(call.callId, outputDraft(call.callId, result, { ...capped, images }))
  }
  /** Some servers go on writing at a call that seemed whole: then what was prepared is another call. */
  const takePrepared = (call: NamedCall): Run | null => {
    const run = prepared.get(call.callId)
    prepared.delete(call.callId)
    if (run === undefined || (run.call.name === call.name && run.call.arguments === call.arguments)) return run ?? null
    run.controller.abort()
    return null
  }
  const drop = (): void => {
    for (const { controller } of prepared.values()) controller.abort()
    prepared.clear()
  }
  return {
    prepare: (call) => {
      if (!prepared.has(call.callId)) prepared.set(call.callId, beginRun(deps, call))
    },
    drop,
    start: (calls) => {
      for (const call of calls) finish(takePrepared(call) ?? beginRun(deps, call)).catch(deps.broken)
    },
    abort: () => {
      drop()
      const now = deps.clock.now()
      for (const { call, purpose, startedAt, controller } of running.values()) {
        controller.abort()
        const durationMs = Math.max(0, now - startedAt)
        deps.emit(endEvent({ call, purpose, turnId: deps.turnId, result: ABORTED, output: ABORTED.output, durationMs }))
      }
      running.clear()
    },
  }
}

const beginRun = (deps: ToolRunDeps, call: NamedCall): Run => {
  const controller = new AbortController()
  const held: EventMsg[] = []
  const run: Run = {
    call,
    purpose: deps.tools.purpose(call, deps.cwd),
    startedAt: deps.clock.now(),
    controller,
    held,
    result: runRevealed(deps, call, {
      signal: controller.signal,
      tell: (msg) => (run.held === null ? deps.emit(msg) : run.held.push(msg)),
    }),
  }
  // Heard when it is started; what is dropped fails for nobody.
  run.result.catch(() => {})
  return run
}

const ABORTED: ToolResult = { output: 'aborted', success: false, exitCode: null }

const NOT_SENT =
  'Nothing was fetched: the address has a secret in it, and no secret is sent. Where the user wants that, use a command.'

type RunLink = { readonly signal: AbortSignal; readonly tell: (msg: EventMsg) => void }

/** The tool works with the values, everything it says is masked again before anybody keeps it. */
const runRevealed = async (deps: ToolRunDeps, call: NamedCall, link: RunLink): Promise<ToolResult> => {
  // An address is read by whoever answers there: a page could have a secret fetched to itself.
  if (call.name === 'web_fetch' && call.arguments.includes('[secret:')) return { output: NOT_SENT, success: false }
  const revealed = deps.secrets.reveal(call.arguments)
  if (!revealed.ok) return { output: revealed.error, success: false }
  const result = await runTool(deps, { ...call, arguments: revealed.value }, link)
  const mask = result.isFromHistory === true ? deps.secrets.mask : deps.secrets.maskForeign
  return { ...result, output: mask(result.output) }
}

const runTool = async (deps: ToolRunDeps, call: NamedCall, { signal, tell }: RunLink): Promise<ToolResult> => {
  const { settings } = deps
  const streams = { stdout: openStreamMask(deps.secrets.mask), stderr: openStreamMask(deps.secrets.mask) }
  const say = (stream: 'stdout' | 'stderr', text: string): void => {
    if (text === '' || signal.aborted) return
    tell({ type: 'exec_command_output_delta', call_id: call.callId, stream, text })
  }
  try {
    const result = await deps.tools.run(call, {
      cwd: deps.cwd,
      env: deps.env,
      sandbox: settings.sandbox,
      mayLeaveSandbox: settings.approvals.policy !== 'never',
      timeoutMs: settings.tools.shell_timeout_ms,
      signal,
      archive: deps.archive,
      requestCompaction: deps.requestCompaction,
      onOutput: (stream, text) => say(stream, streams[stream].push(text)),
    })
    say('stdout', streams.stdout.end())
    say('stderr', streams.stderr.end())
    return result
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    deps.logger.error('tool_threw', { tool: call.name, message })
    return { output: `The tool ${call.name} failed: ${message}`, success: false }
  }
}

/** Once by content, as pasted ones are; what the disk refuses is named in its place. */
const keepImages = (
  { blobs, logger }: ToolRunDeps,
  images: NonNullable<ToolResult['images']>,
): Promise<ContentPart[]> =>
  Promise.all(
    images.map(async ({ bytes, type }): Promise<ContentPart> => {
      try {
        return { type: 'input_image', blob: await blobs.put(bytes, type) }
      } catch (error) {
        logger.error('blob_not_kept', { message: String(error) })
        return { type: 'input_text', text: '[The image could not be kept, so it cannot be shown.]' }
      }
    }),
  )

type Capped = { readonly text: string; readonly blob?: BlobRef }

const capOutput = async ({ blobs, outputTokensMax, logger }: ToolRunDeps, output: string): Promise<Capped> => {
  const tokensMax = outputTokensMax()
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

type Kept = Capped & { readonly images: readonly ContentPart[] }

const outputDraft = (call_id: CallId, { success, exitCode }: ToolResult, { text, blob, images }: Kept): ItemDraft => ({
  origin: 'tool',
  body: {
    type: 'function_call_output',
    call_id,
    output: images.length === 0 ? text : [{ type: 'input_text', text }, ...images],
    success,
    ...(typeof exitCode === 'number' ? { exit_code: exitCode } : {}),
  },
  ...(blob === undefined ? {} : { blob }),
})
