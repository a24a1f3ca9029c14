/**
 * What a request can do without. Servers that are nearly like OpenAI's refuse fields they do not know, and OpenAI refuses
 * some for some models; the refusal names the field. It is then left out, at once and for the rest of the client's life,
 * instead of asking the person for a setting. `store: false` is never among them: it is a promise to the person. A refusal
 * that names nothing we can spare stays a refusal.
 */
import { z } from 'zod'

type Body = Readonly<Record<string, unknown>>

type Concession = {
  readonly name: string
  /** Against code and words of the refusal. */
  readonly refusal: RegExp
  /** What a person should know of it, as the agent now works with less than was said. */
  readonly told?: string
  /** From the refused body, what to do to it and to later ones; a body with nothing to take away comes back as it is. */
  readonly withdraw: (refused: Body) => Withdrawal
}

type Withdrawal = (body: Body) => Body

/** More than these in one model's life is no negotiation any more. */
const CONCESSIONS_MAX = 24

const UNWANTED =
  '(unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra|not permitted|not allowed|unavailable)'

/** A sentence of a refusal with both words in it, in either order. */
const refusing = (field: string): RegExp =>
  new RegExp(`${field}[^\\n]{0,200}${UNWANTED}|${UNWANTED}[^\\n]{0,200}${field}`, 'i')

const omit =
  (...fields: readonly string[]): Withdrawal =>
  (body) =>
    fields.some((field) => field in body)
      ? Object.fromEntries(Object.entries(body).filter(([key]) => !fields.includes(key)))
      : body

const CONCESSIONS: readonly Concession[] = [
  {
    name: 'max_tokens by its new name',
    refusal: /max_tokens.*max_completion_tokens/is,
    withdraw: () => (body) =>
      'max_tokens' in body ? { ...omit('max_tokens')(body), max_completion_tokens: body.max_tokens } : body,
  },
  {
    name: 'reasoning of another key or model',
    refusal: /invalid_encrypted_content|encrypted content.*could not be (verified|decrypted)/is,
    told: 'The provider cannot read encrypted content of another key or model any more. It is left out from here on; the facts and words beside it stay.',
    // Only what was refused: what this model says from now on it will take back.
    withdraw: (refused) => withoutEncrypted(new Set(encryptedOf(refused))),
  },
  {
    name: 'encrypted reasoning',
    refusal: refusing('(encrypted.content|\\binclude\\b)'),
    withdraw: () => omit('include'),
  },
  {
    name: 'summaries of reasoning',
    refusal: /verified to generate reasoning summar|reasoning\.summary/i,
    withdraw: () => (body) => {
      const reasoning = body.reasoning
      return isBody(reasoning) && 'summary' in reasoning ? { ...body, reasoning: omit('summary')(reasoning) } : body
    },
  },
  {
    name: 'an effort of reasoning',
    refusal: refusing('reasoning([._]effort)?'),
    withdraw: () => omit('reasoning', 'reasoning_effort'),
  },
  {
    name: 'images, for a model that reads none',
    refusal:
      /does not support (image|vision)|image (input|content)s?[^\n]{0,40}not supported|image_url' is only supported|no endpoints found that support image|is not a multimodal model|image input is not/i,
    told: 'This model reads no images: a sentence stands in place of each, and another model sees them again.',
    withdraw: () => withoutImages,
  },
  { name: 'usage in the stream', refusal: refusing('stream_options'), withdraw: () => omit('stream_options') },
  { name: 'parallel calls', refusal: refusing('parallel_tool_calls'), withdraw: () => omit('parallel_tool_calls') },
  { name: 'a cache key', refusal: refusing('prompt_cache_key'), withdraw: () => omit('prompt_cache_key') },
  {
    name: 'a schema for the answer',
    refusal: refusing('(response_format|json_schema)'),
    withdraw: () => (body) =>
      isSchemaFormat(body.response_format) ? { ...body, response_format: { type: 'json_object' } } : body,
  },
]

const InputBody = z.looseObject({ input: z.array(z.looseObject({ type: z.string().optional() })) })

/** Thoughts, and what a provider condensed for itself: facts of our own stand beside that, so the thread goes on without it. */
const isEncrypted = ({ type }: { readonly type?: string | undefined }): boolean =>
  type === 'reasoning' || type === 'compaction'

const encryptedOf = (body: Body): unknown[] =>
  (InputBody.safeParse(body).data?.input ?? []).filter(isEncrypted).map((item) => item.encrypted_content)

const withoutEncrypted =
  (contents: ReadonlySet<unknown>): Withdrawal =>
  (body) => {
    const input = InputBody.safeParse(body).data?.input ?? []
    const kept = input.filter((item) => !isEncrypted(item) || !contents.has(item.encrypted_content))
    return kept.length === input.length ? body : { ...body, input: kept }
  }

/** A sentence for each image, wherever in the body it stands; a body without any comes back as it is. */
const withoutImages: Withdrawal = (body) => {
  let count = 0
  const spared = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spared)
    if (!isBody(value)) return value
    if (value.type === 'input_image' || value.type === 'image_url') {
      count += 1
      return { type: value.type === 'input_image' ? 'input_text' : 'text', text: UNREAD_IMAGE }
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spared(inner)]))
  }
  const { input, messages } = body
  const lists = {
    ...(input === undefined ? {} : { input: spared(input) }),
    ...(messages === undefined ? {} : { messages: spared(messages) }),
  }
  return count === 0 ? body : { ...body, ...lists }
}

const UNREAD_IMAGE = '[an image stands here; this model reads none]'

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

const isSchemaFormat = (format: unknown): boolean => isBody(format) && format.type === 'json_schema'

export type Concessions = {
  /** The body as this model is known to take it. */
  bodyFor(model: string, body: object): object
  /** A smaller body for another try, and from now on; `null` where the refusal names nothing to spare. */
  afterRefusal(refused: { readonly model: string; readonly body: object; readonly words: string }): Conceded | null
}

export type Conceded = { readonly body: object; readonly told: string | null }

export const openConcessions = (): Concessions => {
  const made = new Map<string, Withdrawal[]>()
  return {
    bodyFor: (model, body) => (made.get(model) ?? []).reduce((rest, withdrawal) => withdrawal(rest), { ...body }),
    afterRefusal: ({ model, body, words }) => {
      const whole: Body = { ...body }
      const before = made.get(model) ?? []
      if (before.length >= CONCESSIONS_MAX) return null
      for (const { refusal, withdraw, told = null } of CONCESSIONS) {
        const withdrawal = withdraw(whole)
        const smaller = refusal.test(words) ? withdrawal(whole) : whole
        if (smaller === whole) continue
        made.set(model, [...before, withdrawal])
        return { body: smaller, told }
      }
      return null
    },
  }
}
