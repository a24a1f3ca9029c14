/**
 * The documentation of the protocol as Markdown: an index, and a page for each op and event with its fields and an example
 * frame. Made from the schemas, the comments in their files and the golden frames, so that it cannot say anything else.
 */
import { CLOSE_CODE } from '../client/close-code.ts'
import type { EventMsg } from '../event-msg.ts'
import { EVENT_FRAME_BYTES_MAX, INBOUND_FRAME_BYTES_MAX, PROTOCOL_VERSION } from '../frame.ts'
import { isLogged, isTerminal } from '../logged.ts'
import { WireErrorCode } from '../wire-error.ts'
import { fieldsOf, type JsonSchema } from './describe-schema.ts'

export type Noun = {
  readonly name: string
  /** One or two sentences. */
  readonly about: string
  readonly schema: JsonSchema
  readonly comments: ReadonlyMap<string, string>
  /** A frame, as JSON text. */
  readonly example: string
}

export type Nouns = {
  readonly ops: readonly Noun[]
  readonly events: readonly Noun[]
  readonly frames: readonly Noun[]
  /** Code of a refusal → what it means and what to do. */
  readonly codes: ReadonlyMap<string, string>
}

const MADE = '<!-- Generated from packages/protocol; `pnpm --filter @rawr/protocol run docs` writes it anew. -->'

/** Path below `docs` → text. */
export const protocolPages = (nouns: Nouns): ReadonlyMap<string, string> =>
  new Map([
    ['protocol.md', indexPage(nouns)],
    ...nouns.ops.map((op): [string, string] => [`protocol/op/${op.name}.md`, opPage(op)]),
    ...nouns.events.map((event): [string, string] => [`protocol/event/${event.name}.md`, eventPage(event)]),
  ])

const indexPage = ({ ops, events, frames, codes }: Nouns): string =>
  lines(
    MADE,
    '',
    '# The protocol',
    '',
    `Version ${PROTOCOL_VERSION.min}…${PROTOCOL_VERSION.max}. Every frame is one WebSocket text message with one JSON object. What the frames promise,`,
    'how to resume, and who may connect: [delivery](protocol/delivery.md). The same as JSON Schema: `@rawr/protocol/schemas`.',
    'Where to begin: [a first conversation, frame by frame](protocol/first-conversation.md). Whole clients in a page each: [examples](../examples/README.md).',
    '',
    `A client sends at most ${INBOUND_FRAME_BYTES_MAX} bytes in a frame, the daemon at most ${EVENT_FRAME_BYTES_MAX} in an event.`,
    '',
    '## Ops: what a client asks',
    '',
    ...table(
      ['op', 'what it does'],
      ops.map((op) => [`[${op.name}](protocol/op/${op.name}.md)`, firstSentence(op.about)]),
    ),
    '',
    '## Events: what the core reports',
    '',
    'Logged events carry `seq` and are replayed; status events carry `after_seq` and are told once.',
    '',
    ...table(
      ['event', '', 'what happened'],
      events.map((event) => [
        `[${event.name}](protocol/event/${event.name}.md)`,
        isLoggedName(event.name) ? 'logged' : 'status',
        firstSentence(event.about),
      ]),
    ),
    '',
    '## Frames',
    '',
    ...frames.flatMap((frame) => [
      `### ${frame.name}`,
      '',
      frame.about,
      '',
      ...fieldTable(frame),
      '',
      ...example(frame),
      '',
    ]),
    '## Codes',
    '',
    ...table(
      ['a refusal (`rejected`) says', 'because'],
      WireErrorCode.options.map((code) => [`\`${code}\``, codes.get(code) ?? '']),
    ),
    '',
    ...table(
      ['the socket closes with', 'because'],
      Object.entries(CLOSE_CODE).map(([name, code]) => [String(code), name.replaceAll('_', ' ')]),
    ),
  )

const opPage = (op: Noun): string =>
  lines(MADE, '', `# Op \`${op.name}\``, '', op.about, '', ...fieldTable(op), '', 'A submission:', '', ...example(op))

const eventPage = (event: Noun): string =>
  lines(
    MADE,
    '',
    `# Event \`${event.name}\``,
    '',
    event.about,
    '',
    isLoggedName(event.name)
      ? 'Logged: it carries `seq` and is replayed.'
      : 'Status: it carries `after_seq`, is told once and never replayed.',
    ...(isTerminal(nameOnly(event.name)) ? ['It ends its turn: nothing of that turn follows it.'] : []),
    '',
    ...fieldTable(event),
    '',
    'A frame:',
    '',
    ...example(event),
  )

const isLoggedName = (name: string): boolean => isLogged(nameOnly(name))

/** Both questions are answered by the name alone. */
const nameOnly = (name: string): EventMsg => ({ type: name }) as EventMsg

const fieldTable = ({ schema, comments }: Noun): string[] => {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return ['It has no fields.']
  const rows = fields.map(({ name, type, isRequired }) => [
    `\`${name}\``,
    `\`${type}\``,
    isRequired ? 'yes' : '',
    comments.get(name) ?? '',
  ])
  return table(['field', 'type', 'required', ''], rows)
}

const example = ({ example }: Noun): string[] => ['```json', example.trim(), '```']

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(head),
  row(head.map(() => '---')),
  ...rows.map((cells) => row(cells.map((cell) => cell.replaceAll('|', '\\|')))),
]

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const firstSentence = (text: string): string => /^.*?[.;](?=\s|$)/.exec(text)?.[0].replace(/;$/, '.') ?? text

const lines = (...all: readonly string[]): string => `${all.join('\n').trimEnd()}\n`
