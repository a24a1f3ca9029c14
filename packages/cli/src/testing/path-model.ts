/**
 * A provider for whole paths: it knows from a request alone what is asked of it (work, a packet, notes, a verdict), keeps every
 * request, and can tell each as lines that a person reads: who speaks, in which order, and what it is.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Part = z.looseObject({ type: z.string(), text: z.string().optional() })
const Item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(Part)]).optional(),
  name: z.string().optional(),
  output: z.unknown().optional(),
})
const Request = z.looseObject({
  input: z.array(Item),
  tool_choice: z.string().optional(),
  text: z.looseObject({ format: z.looseObject({ type: z.string() }).optional() }).optional(),
})
export type PathRequest = z.infer<typeof Request>
type PathItem = z.infer<typeof Item>

export type Asked = 'work' | 'packet' | 'notes' | 'verdict'

export const message = (said: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: said, annotations: [] }],
})

let calls = 0

export const call = (name: string, given: object) => {
  calls += 1
  return {
    id: `fc_${calls}`,
    type: 'function_call',
    status: 'completed',
    call_id: `call_${calls}`,
    name,
    arguments: JSON.stringify(given),
  }
}

export type PathAnswers = {
  /** One answer a request of the work, the last one again and again. */
  readonly work: readonly (readonly object[])[]
  /** To a question for a verdict; absent: it approves. */
  readonly verdict?: (() => string | Promise<string>) | undefined
  /** What a verdict is said to have cost, in tokens read and written; nothing else says what it cost. */
  readonly verdictUsage?: { readonly input_tokens: number; readonly output_tokens: number } | undefined
  /** Begins before a packet is answered. */
  readonly onPacket?: (() => Promise<void>) | undefined
}

export type PathModel = {
  readonly url: string
  readonly requests: readonly PathRequest[]
  close(): void
}

const PACKET = 'Goal: the parser.\n[[continuation]]\nNext: its tests.'
const NOTES = 'The parser stands in parser.ts.'

export const startPathModel = async (answers: PathAnswers): Promise<PathModel> => {
  const requests: PathRequest[] = []
  let worked = 0
  const answer = async (request: PathRequest): Promise<readonly object[]> => {
    switch (askedBy(request)) {
      case 'verdict':
        return [
          message((await answers.verdict?.()) ?? JSON.stringify({ should_compact: true, reason: 'A step ended.' })),
        ]
      case 'packet':
        await answers.onPacket?.()
        return wantsNotes(request) ? [notesCall(request)] : [message(PACKET)]
      case 'notes':
        return wantsNotes(request) ? [notesCall(request)] : [message('Written.')]
      case 'work':
        worked += 1
        return answers.work[Math.min(worked, answers.work.length) - 1] ?? []
    }
  }
  const server = createServer((incoming, response) => {
    void text(incoming).then(async (body) => {
      const request = Request.parse(JSON.parse(body))
      requests.push(request)
      const items = await answer(request)
      const done = items.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
      const usage =
        askedBy(request) === 'verdict' && answers.verdictUsage !== undefined ? usageOf(answers.verdictUsage) : {}
      const events = [
        ...done,
        { type: 'response.completed', response: { id: 'r', status: 'completed', output: [], ...usage } },
      ]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    url: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const usageOf = (spent: NonNullable<PathAnswers['verdictUsage']>): object => ({
  usage: { ...spent, total_tokens: spent.input_tokens + spent.output_tokens },
})

const textsOf = ({ content }: PathItem): readonly string[] =>
  typeof content === 'string' ? [content] : (content ?? []).flatMap((part) => part.text ?? [])

/** The newest thing that was said in the user's role and stands in no fence. */
const lastWords = ({ input }: PathRequest): string =>
  input
    .flatMap((item) => (item.role === 'user' ? [textsOf(item).join('\n')] : []))
    .findLast((words) => !/^<[a-z]/.test(words)) ?? ''

const askedBy = (request: PathRequest): Asked => {
  if (request.text?.format?.type === 'json_schema') return 'verdict'
  const words = lastWords(request)
  if (/continuation packet/.test(words)) return 'packet'
  return /\.scratch\/agent-/.test(words) ? 'notes' : 'work'
}

/** Notes come first, and only once: what was called since the question is the answer to it. */
const wantsNotes = (request: PathRequest): boolean => {
  const at = request.input.findLastIndex(
    (item) => item.role === 'user' && textsOf(item).join('\n') === lastWords(request),
  )
  const since = request.input.slice(at)
  return /save your working notes/.test(lastWords(request)) && !since.some(({ type }) => type === 'function_call')
}

const notesCall = (request: PathRequest): object => {
  const file = /\.scratch\/agent-[a-z0-9-]+\.scratch\.md/.exec(lastWords(request))?.[0] ?? ''
  const patch = `*** Begin Patch\n*** Add File: ${file}\n+${NOTES}\n*** End Patch`
  return call('apply_patch', { patch })
}

/** The request as lines: the tools and how free they are, then the items in order. */
export const linesOf = (request: PathRequest): readonly string[] => [
  `asks for ${askedBy(request)}${request.tool_choice === undefined ? '' : `, tools ${request.tool_choice}`}`,
  ...request.input.map((item) => `  ${lineOf(item)}`),
]

const SHOWN_CHARS = 36

const lineOf = (item: PathItem): string => {
  if (item.type === 'function_call') return `call ${item.name}`
  if (item.type === 'function_call_output')
    return `result${/ cleared,/.test(JSON.stringify(item.output)) ? ', cleared' : ''}`
  const parts = textsOf(item)
  const said = parts.filter((part) => !/^\[\S+, handled\]$/.test(part)).join(' ')
  const mark = parts.some((part) => /^\[\S+, handled\]$/.test(part)) ? ' (handled)' : ''
  const tag = /^<([a-z_]+)/.exec(said)?.[1]
  if (tag !== undefined) return `${item.role} <${tag}>${tag === 'handoff' ? handedOver(said) : ''}`
  const shown = said.replaceAll(/\s+/g, ' ')
  return `${item.role}${mark} “${shown.length > SHOWN_CHARS ? `${shown.slice(0, SHOWN_CHARS)}…` : shown}”`
}

/** Whose packet it is, whether it names notes, and how it ends. */
const handedOver = (said: string): string => {
  const author = said.includes('Goal: the parser.') ? 'of the agent' : 'of the program'
  const notes = said.includes('Scratchpad:') ? ', with notes' : ''
  return ` ${author}${notes}`
}
