/**
 * Answers that the provider keeps: a request names the one it follows and carries only what is new. What the provider has is
 * compared with what the history says, item by item; where they differ, or the provider has forgotten, everything is sent.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { errorWords, type Fault } from './fault.ts'
import type { Reader } from './reading.ts'

/** A Responses body, as far as it is looked at here. */
export type ChainedBody = { readonly model: string; readonly input?: unknown }

export type ChainLink = {
  /** What goes out. */
  readonly body: object
  /** The same reader, listened to: an answer that ends well may be followed. */
  readonly listen: (reader: Reader) => Reader
  /** The whole body, where a refusal means that the provider does not have what was left out; else `null`. */
  readonly afterRefusal: (fault: Fault) => object | null
}

export type AnswerChain = { link(thread: string, body: ChainedBody): ChainLink }

type Kept = {
  readonly id: string
  readonly model: string
  /** What it answered, and what it said: one mark an item. */
  readonly input: readonly string[]
  readonly output: readonly string[]
}

/** A turn's requests, and the questions beside it that share its beginning. */
const KEPT_MAX = 4

/** A provider that keeps nothing after all is not asked again and again. */
const REFUSALS_MAX = 3

export const openAnswerChain = (): AnswerChain => {
  const threads = new Map<string, readonly Kept[]>()
  let refusals = 0
  return {
    link: (thread, whole) => {
      const items = z.array(z.looseObject({})).parse(whole.input)
      const input = items.map(markOf)
      const kept =
        refusals < REFUSALS_MAX ? longest(threads.get(thread) ?? [], { items, input, model: whole.model }) : null
      const body = { ...whole, store: true }
      const keep = (answer: Pick<Kept, 'id' | 'output'>): void => {
        const others = (threads.get(thread) ?? []).slice(1 - KEPT_MAX)
        threads.set(thread, [...others, { ...answer, input, model: whole.model }])
      }
      return {
        body: kept === null ? body : { ...body, input: items.slice(kept.had), previous_response_id: kept.answer.id },
        listen: (reader) => listened(reader, keep),
        afterRefusal: (fault) => {
          if (kept === null || !isForgotten(fault, kept.answer.id)) return null
          refusals += 1
          threads.delete(thread)
          return body
        },
      }
    },
  }
}

type Item = Readonly<Record<string, unknown>>
type Asked = { readonly items: readonly Item[]; readonly input: readonly string[]; readonly model: string }

/** The answer that spares most, and how many of the items the provider has with it. */
const longest = (kept: readonly Kept[], asked: Asked): { readonly answer: Kept; readonly had: number } | null => {
  const usable = kept.flatMap((answer) => {
    const had = itemsHad(answer, asked)
    return had === null || had >= asked.items.length ? [] : [{ answer, had }]
  })
  return usable.toSorted((a, b) => b.had - a.had)[0] ?? null
}

/** `null`: the request does not go on from this answer as the provider remembers it. */
const itemsHad = ({ input, output, model }: Kept, asked: Asked): number | null => {
  if (model !== asked.model || input.some((mark, at) => mark !== asked.input[at])) return null
  const rest = asked.items.slice(input.length)
  const end = rest.findIndex((item) => !isOfModel(item))
  const said = (end === -1 ? rest : rest.slice(0, end)).flatMap(saidMark)
  const isSame = said.length === output.length && said.every((mark, at) => mark === output[at])
  return isSame && end !== -1 ? input.length + end : null
}

const isOfModel = ({ type, role }: Item): boolean =>
  type === 'reasoning' || type === 'function_call' || (type === 'message' && role === 'assistant')

const Output = z.discriminatedUnion('type', [
  z.object({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() }),
  z.object({ type: z.literal('message'), content: z.array(z.looseObject({ text: z.string().optional() })) }),
])

/** What is compared: calls and texts. Reasoning is the provider's own, and may be left out of a history. */
const saidMark = (item: unknown): readonly string[] => {
  const output = Output.safeParse(item)
  if (!output.success) return []
  if (output.data.type === 'function_call') {
    const { call_id, name, arguments: json } = output.data
    return [markOf(['call', call_id, name, json])]
  }
  const text = output.data.content.map((part) => part.text ?? '').join('')
  return text === '' ? [] : [markOf(['text', text])]
}

const markOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64')

const ItemDone = z.object({ type: z.literal('response.output_item.done'), item: z.unknown() })
const Completed = z.object({ type: z.literal('response.completed'), response: z.object({ id: z.string().min(1) }) })

const listened = (reader: Reader, keep: (answer: Pick<Kept, 'id' | 'output'>) => void): Reader => {
  const output: string[] = []
  return {
    end: () => reader.end(),
    read: (event) => {
      const done = ItemDone.safeParse(event)
      if (done.success) output.push(...saidMark(done.data.item))
      const completed = Completed.safeParse(event)
      if (completed.success) keep({ id: completed.data.response.id, output })
      return reader.read(event)
    },
  }
}

/** A client error that names the answer, or the field that names it. */
const isForgotten = (fault: Fault, id: string): boolean => {
  if (fault.type !== 'http' || fault.status < 400 || fault.status >= 500) return false
  const { code, message } = errorWords(fault.body)
  return /previous[ _]response/i.test(`${code} ${message}`) || message.includes(id)
}
