/**
 * A provider that keeps its answers: a request that names one is answered, and judged, as if it had carried everything. Each
 * answer gets an id of its own; what is forgotten is refused in OpenAI's words.
 */
import { z } from 'zod'
import { type Answer, http, responses, type Sent } from './provider-server.ts'
import { type Spoken, speak, spokenEvents } from './speak.ts'
import { type Strictness, strictly } from './strict.ts'

const Body = z.looseObject({ input: z.array(z.unknown()), previous_response_id: z.string().optional() })
const Done = z.object({ type: z.literal('response.output_item.done'), item: z.looseObject({ type: z.string() }) })

export type Remembering = {
  /** The nth thing to say. */
  answer(spoken: Spoken): Answer
  /** Each request as it was meant: with everything. */
  readonly meant: readonly unknown[]
  forget(): void
}

export const remembering = (strictness: Strictness = {}): Remembering => {
  const kept = new Map<string, readonly unknown[]>()
  const meant: unknown[] = []
  let made = 0
  const remember = (spoken: Spoken, whole: readonly unknown[]): Answer => {
    made += 1
    const id = `resp_kept_${made}`
    const said = spokenEvents('responses', spoken).flatMap((event) => {
      const done = Done.safeParse(event)
      return done.success ? [asInput(done.data.item)] : []
    })
    kept.set(id, [...whole, ...said])
    return speak('responses', spoken, responses.completed({ id }))
  }
  return {
    meant,
    forget: () => kept.clear(),
    answer: (spoken) => (response, sent: Sent) => {
      const { previous_response_id: before, ...body } = Body.parse(sent.body)
      const past = before === undefined ? [] : kept.get(before)
      if (past === undefined) return http(400, notFound(before ?? ''))(response, sent)
      const whole = { ...body, input: [...past, ...body.input] }
      meant.push(whole)
      const say: Answer = (to, asked) => remember(spoken, whole.input)(to, asked)
      return strictly(say, strictness)(response, { ...sent, body: whole })
    },
  }
}

const notFound = (id: string) => ({
  error: {
    message: `Previous response with id '${id}' not found.`,
    type: 'invalid_request_error',
    param: 'previous_response_id',
    code: 'previous_response_not_found',
  },
})

/** An item of an answer as it is sent back. */
const asInput = (item: Readonly<Record<string, unknown>>): unknown => {
  const { id: _id, status: _status, ...rest } = item
  if (rest.type !== 'message') return rest
  const content = z.array(z.object({ type: z.literal('output_text'), text: z.string() })).parse(rest.content)
  return { ...rest, content }
}
