/**
 * A recorded model: JSON Lines, one object a line, blank lines ignored. The first line may be the head, the others follow
 * in the order of the session:
 *
 *     {"type":"recording","version":1,"model":"recorded","context_window":200000,"closing":"The recording ends here."}
 *     {"type":"user","text":"what the person asked before the next step"}
 *     {"type":"step","items":[
 *       {"type":"reasoning","summary":["…"]},
 *       {"type":"message","text":"I will look first."},
 *       {"type":"function_call","name":"shell","arguments":{"command":"ls"}}],
 *      "usage":null}
 *
 * One step answers one sampling request. Only words and calls are recorded: tools run for real. `arguments` is an object,
 * or the JSON text itself; a call without `call_id` gets one from its place in the file. `usage` absent or `null` means
 * that the model reports none. `user` lines are for whoever plays the session; the model does not read them.
 */
import { err, ok, type Result, Tokens, TokenUsage } from '@rawr/protocol'
import { z } from 'zod'
import type { ModelItem } from '../../ports/model-client.ts'

const Head = z.strictObject({
  type: z.literal('recording'),
  version: z.literal(1),
  model: z.string().min(1).optional(),
  context_window: Tokens.optional(),
  /** What is said to every request after the last step. */
  closing: z.string().min(1).optional(),
})

const Ask = z.strictObject({ type: z.literal('user'), text: z.string().min(1) })

const RecordedItem = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('message'), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), summary: z.array(z.string()) }),
  z.strictObject({
    type: z.literal('function_call'),
    name: z.string().min(1),
    arguments: z.union([z.string(), z.record(z.string(), z.unknown())]),
    call_id: z.string().min(1).max(64).optional(),
  }),
])

const Step = z.strictObject({
  type: z.literal('step'),
  items: z.array(RecordedItem).min(1),
  usage: TokenUsage.nullish(),
})

/** One line of a recording. */
const RecordingLine = z.discriminatedUnion('type', [Head, Ask, Step])
type RecordingLine = z.infer<typeof RecordingLine>

export type RecordedStep = { readonly items: readonly ModelItem[]; readonly usage: TokenUsage | null }

export type Recording = {
  readonly model: string
  readonly contextWindow: number | null
  readonly closing: string
  readonly steps: readonly RecordedStep[]
  /** What the person asked, and how many steps come before it. */
  readonly asks: readonly { readonly text: string; readonly beforeStep: number }[]
}

export type RecordingError = { readonly line: number; readonly reason: string }

const MODEL = 'recorded'
const CLOSING = 'This was a recorded session and it ends here. Configure a model to go on.'

/** Lines are counted from 1. */
export const readRecording = (text: string): Result<Recording, RecordingError> => {
  let head: z.infer<typeof Head> | null = null
  const steps: RecordedStep[] = []
  const asks: { text: string; beforeStep: number }[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  for (const [at, content] of lines.entries()) {
    if (content.trim() === '') continue
    const line = readLine(content)
    if (!line.ok) return err({ line: at + 1, reason: line.error })
    switch (line.value.type) {
      case 'recording':
        head = line.value
        break
      case 'user':
        asks.push({ text: line.value.text, beforeStep: steps.length })
        break
      case 'step':
        steps.push(stepOf(line.value, steps.length))
        break
    }
  }
  const ids = steps.flatMap(callIdsOf)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) return err({ line: 0, reason: `two calls have the id ${twice}` })
  return ok({
    model: head?.model ?? MODEL,
    contextWindow: head?.context_window ?? null,
    closing: head?.closing ?? CLOSING,
    steps,
    asks,
  })
}

const readLine = (content: string): Result<RecordingLine, string> => {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    return err('not JSON')
  }
  const line = RecordingLine.safeParse(json)
  if (line.success) return ok(line.data)
  const issue = line.error.issues[0]
  return err(`${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'invalid'}`)
}

const stepOf = ({ items, usage }: z.infer<typeof Step>, step: number): RecordedStep => ({
  items: items.map((item, at): ModelItem => {
    if (item.type !== 'function_call') return item
    const json = typeof item.arguments === 'string' ? item.arguments : JSON.stringify(item.arguments)
    return { type: 'function_call', name: item.name, arguments: json, callId: item.call_id ?? `recorded_${step}_${at}` }
  }),
  usage: usage ?? null,
})

export const callIdsOf = (step: RecordedStep): string[] =>
  step.items.flatMap((item) => (item.type === 'function_call' ? [item.callId] : []))
