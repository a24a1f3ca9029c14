import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EventMsg } from '../event-msg.ts'
import {
  Accepted,
  Answer,
  Event,
  Gap,
  Heartbeat,
  Hello,
  Rejected,
  ReplayComplete,
  Submission,
  Welcome,
} from '../frame.ts'
import { Op } from '../op.ts'
import { WireErrorCode } from '../wire-error.ts'
import type { JsonSchema } from './describe-schema.ts'
import { type Noun, protocolPages } from './pages.ts'
import { fieldComments, headComment, importsOf, valueComments } from './source-comments.ts'

const src = new URL('../', import.meta.url)
const docs = new URL('../../../../docs/', import.meta.url)
const read = (path: string, base: URL): string => readFileSync(new URL(path, base), 'utf8')

type Tagged = z.ZodType & { readonly shape: { readonly type: { readonly value: string } } }

/** Comments of the file itself win over those of the parts it takes from elsewhere. */
const commentsOf = (source: string): ReadonlyMap<string, string> =>
  new Map([...importsOf(source).flatMap((path) => [...fieldComments(read(path, src))]), ...fieldComments(source)])

const nounsOf = (kind: 'op' | 'event', schemas: readonly Tagged[], io: 'input' | 'output'): Noun[] =>
  schemas
    .map((schema) => {
      const name = schema.shape.type.value
      const source = read(`${kind}/${name.replaceAll('_', '-')}.ts`, src)
      return {
        name,
        about: headComment(source),
        schema: z.toJSONSchema(schema, { io }) as JsonSchema,
        comments: commentsOf(source),
        example: read(`../golden/${kind}/${name}.json`, src),
      }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))

const submission = { type: 'submission', id: 'sb_01', thread_id: 'th_1', op: { type: 'interrupt' } }
const examples: [string, z.ZodType, object][] = [
  [
    'First of all: who asks, which versions it speaks, and what it has seen of the threads it wants.',
    Hello,
    {
      type: 'hello',
      protocol: { min: 1, max: 1 },
      client: { name: 'editor', version: '1.2.0' },
      last_seen: [{ thread_id: 'th_1', epoch: 'ep_1', seq: 41 }],
    },
  ],
  [
    'The answer to `hello`: the version both speak, and the life of the daemon (`epoch`).',
    Welcome,
    {
      type: 'welcome',
      protocol: 1,
      epoch: 'ep_1',
      client_id: 'cl_1',
      server: { name: 'rawr', version: '0.1.0' },
      heartbeat_ms: 30_000,
    },
  ],
  ['A request. Sent twice under the same id it is done once.', Submission, submission],
  [
    'What a query found out (an op that is answered by an event called like it and `_result`): it comes before the `accepted` of its submission, to the asker alone.',
    Answer,
    {
      type: 'answer',
      id: 'sb_02',
      msg: { type: 'thread_list_result', threads: [] },
    },
  ],
  [
    'It was taken, and is on the disk.',
    Accepted,
    { type: 'accepted', id: 'sb_01', outcome: 'started', thread_id: 'th_1', from_seq: 0 },
  ],
  [
    'It was not, and nothing of it was done.',
    Rejected,
    {
      type: 'rejected',
      id: 'sb_01',
      code: 'unknown_field',
      message: 'op.hard: this field is not known here',
      path: ['op', 'hard'],
    },
  ],
  [
    'Something happened in a thread.',
    Event,
    {
      type: 'event',
      thread_id: 'th_1',
      seq: 42,
      id: 'sb_01',
      msg: { type: 'warning', message: 'The log was damaged.' },
    },
  ],
  [
    'All that was logged is told; from here on the thread is live.',
    ReplayComplete,
    { type: 'replay_complete', thread_id: 'th_1', seq: 42 },
  ],
  ['These events cannot be had any more.', Gap, { type: 'gap', thread_id: 'th_1', from_seq: 12, to_seq: 14 }],
  ['Nothing happened, and the daemon is there.', Heartbeat, { type: 'heartbeat' }],
]

const OWN_PAGES: ReadonlyMap<string, string> = new Map([
  ['op', 'One of the ops above, with its fields beside `type`.'],
  ['msg', 'One of the events above, with its fields beside `type`.'],
])

/** Of the file of all frames the part that is about this one. */
const frameSource = (name: string): string => {
  const own = name.replaceAll(/(^|_)(.)/g, (_all, _line, letter: string) => letter.toUpperCase())
  const parts = read('frame.ts', src).split(/^(?=export const )/m)
  return parts.find((part) => part.startsWith(`export const ${own} =`)) ?? ''
}

const frames = examples.map(([about, schema, example]): Noun => {
  expect(schema.safeParse(example)).toMatchObject({ success: true })
  const text = JSON.stringify(example, null, 2)
  const name = String((example as { type: string }).type)
  const { properties, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  // Op and event have pages of their own: here only where they stand is told.
  const told = Object.entries(properties ?? {}).map(([field, type]) => [
    field,
    OWN_PAGES.has(field) ? { type: 'object' } : type,
  ])
  const comments = new Map([...fieldComments(frameSource(name)), ...OWN_PAGES])
  return { name, about, schema: { ...rest, properties: Object.fromEntries(told) }, comments, example: text }
})

const pages = protocolPages({
  ops: nounsOf('op', Op.options, 'input'),
  events: nounsOf('event', EventMsg.options, 'output'),
  frames,
  codes: valueComments(read('wire-error.ts', src)),
})

const onDisk = (): string[] =>
  ['protocol/op', 'protocol/event'].flatMap((folder) =>
    readdirSync(new URL(folder, docs)).map((name) => `${folder}/${name}`),
  )

test('every op and event has its page, and no page is left over; if not: pnpm --filter @rawr/protocol run docs', () => {
  if (process.env.UPDATE === '1' && !process.env.CI) {
    for (const folder of ['op', 'event']) rmSync(new URL(`protocol/${folder}`, docs), { recursive: true, force: true })
    for (const [path, text] of pages) {
      mkdirSync(dirname(fileURLToPath(new URL(path, docs))), { recursive: true })
      writeFileSync(new URL(path, docs), text)
    }
  }
  expect(onDisk().toSorted()).toEqual([...pages.keys()].filter((path) => path !== 'protocol.md').toSorted())
})

test('the committed pages say what the code says; if not: pnpm --filter @rawr/protocol run docs', () => {
  for (const [path, text] of pages) expect(read(path, docs), path).toBe(text)
})

test('every code of a refusal is explained', () => {
  expect([...valueComments(read('wire-error.ts', src)).keys()]).toEqual(WireErrorCode.options)
})

test('every op and event is told in a sentence, and no page is longer than a person reads', () => {
  for (const [path, text] of pages) {
    expect(text.split('\n').length, path).toBeLessThan(400)
    expect(text.split('\n')[4]?.length, path).toBeGreaterThan(10)
  }
})
