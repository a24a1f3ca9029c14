// The whole program against a model server that somebody else wrote from the public documentation, where it lies beside
// the repository. Every behaviour asked of it here is proved by the other tests too.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { decodeRolloutLine, type RolloutLine } from '@rawr/protocol'
import { checkLog, checkRequests } from '@rawr/protocol/testing'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Desk, openDesk } from './testing/run-rawr.ts'

const MOCK = resolve(import.meta.dirname, '../../../../shared/bench/mock-model/server.mjs')

/** Behind a link the server would not know itself for the program that was started. */
const started = (): string => realpathSync(MOCK)
const WINDOW = 100_000
const RESERVE = 8_192
const RULES = '# Project rules\nBENCH-AGENTS-FACT-2e77: never edit files under vendor/.\n'
const FIRST = 'BENCH-USER-FACT-5b1d: the port must stay 4711. Do the steps you are told, one by one, then stop.'
const SECOND = 'BENCH-USER-SECOND-77aa: now carry on with the remaining steps.'

/** As the prompts name them; written again here, for the checker must not know the product. */
const FENCE_TAGS = [
  'packet',
  'handoff',
  'summary',
  'narrative',
  'restored_file',
  'plan',
  'pinned',
  'handled_user_message',
  'tool_text',
  'environment',
  'project_instructions',
]

const Entry = z.object({ conv: z.string(), body: z.looseObject({}) })

let url = ''
let stop = (): void => {}
const folder = mkdtempSync(join(tmpdir(), 'rawr-mock-'))
const logFile = join(folder, 'requests.jsonl')

beforeAll(async () => {
  if (!existsSync(MOCK)) return
  const server = spawn(process.execPath, [started(), '--log', logFile], { stdio: ['ignore', 'pipe', 'inherit'] })
  stop = () => server.kill()
  url = await new Promise((found) =>
    server.stdout.once('data', (line) => found(z.object({ url: z.string() }).parse(JSON.parse(String(line))).url)),
  )
})
afterAll(() => {
  stop()
  rmSync(folder, { recursive: true })
})

/** Sixty files of sixteen thousand characters, and the project's rules. */
const fillProject = ({ folder: project }: Desk): void => {
  for (let part = 0; part < 60; part += 1) {
    let text = ''
    let x = part * 7919 + 17
    while (text.length < 16_000) {
      x = (x * 1_103_515_245 + 12_345) % 2_147_483_648
      text += `PART${part}. line ${text.length} value ${x.toString(36)} function f${x % 997}(a, b) { return a * ${x % 89} + b; }\n`
    }
    writeFileSync(join(project, `part-${part}.txt`), text)
  }
  writeFileSync(join(project, 'AGENTS.md'), RULES)
}

const bodiesOf = (conversation: string) =>
  readFileSync(logFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Entry.parse(JSON.parse(line)))
    .filter(({ conv }) => conv === conversation)

const logOf = ({ home }: Desk, path: string): readonly RolloutLine[] =>
  readFileSync(join(home, path), 'utf8')
    .trim()
    .split('\n')
    .map((text) => {
      const line = decodeRolloutLine(text)
      if (!line.ok) throw new Error(line.error.reason)
      return line.value
    })

type Play = { readonly script: string; readonly requests: number; readonly messages: readonly string[] }

const plays: readonly Play[] = [
  { script: 'tools50', requests: 51, messages: [FIRST] },
  { script: 'faults', requests: 4, messages: [FIRST] },
  { script: 'twoturn', requests: 38, messages: [FIRST, SECOND] },
  { script: 'long', requests: 61, messages: [FIRST] },
]

const rows = plays.flatMap((play) => (['responses', 'chat'] as const).map((api) => ({ ...play, api })))

test.skipIf(!inject('available').includes('mock-model')).each(rows)(
  '$script over $api ends as it should, and no request or log breaks a law [needs mock-model]',
  { timeout: 300_000 },
  async ({ script, requests, messages, api }) => {
    const desk = openDesk()
    onTestFinished(() => desk.clear())
    fillProject(desk)
    const conversation = `${script}-${api}`
    const base = ['--base-url', `${url}/s/${script}/${conversation}/v1`, '--wire-api', api, '--model', 'mock-model']
    const flags = [...base, '--context-window', String(WINDOW), '--sandbox', 'danger-full-access']
    let thread: string[] = []
    for (const message of messages) {
      const { code, err } = await desk.rawr('exec', message, ...flags, ...thread)
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
      thread = ['--resume', /^thread (\S+)$/m.exec(err)?.[1] ?? '']
    }
    const sent = bodiesOf(conversation)
    expect(sent).toHaveLength(requests)
    const secondFrom = sent.findIndex(({ body }) => JSON.stringify(body).includes(SECOND))
    const liveAt = (index: number) => (secondFrom >= 0 && index >= secondFrom ? SECOND : FIRST)
    const breaches = checkRequests(
      sent.map(({ body }) => body),
      (index) => ({
        window: { tokens: WINDOW, outputReserve: RESERVE },
        bytesMax: null,
        sacred: [RULES],
        live: liveAt(index),
        encrypted: new Set(),
        fenceTags: FENCE_TAGS,
      }),
    )
    expect(breaches).toEqual([])
    const { out } = await desk.rawr('sessions', '--json')
    const { path } = z.object({ path: z.string() }).parse(JSON.parse(out))
    expect(checkLog(logOf({ ...desk, home: '/' }, path), 'at_rest')).toEqual([])
  },
)
