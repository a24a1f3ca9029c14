// One turn of a thread without a daemon, a disk or a network: a scripted model, one tool, and every logged event by name.
import { openSession } from '@rawr/core'
import {
  memoryAudit,
  memoryBlobs,
  memoryClock,
  memoryIds,
  memoryLog,
  memoryLogger,
  memoryTools,
  scriptedModel,
} from '@rawr/core/testing'
import { ClientId, DEFAULT_SETTINGS, SubmissionId, ThreadId } from '@rawr/protocol'

const clock = memoryClock()
const threadId = ThreadId.parse('th_example')
const log = memoryLog({ threadId, clock })

const tools = memoryTools({
  list: {
    purpose: () => ({ kind: 'exec', command: ['ls'], cwd: '/home/ada/harbour' }),
    run: () => ({ output: 'quay.ts', success: true, exitCode: 0 }),
  },
})

const model = scriptedModel([{ calls: [{ name: 'list', arguments: {} }] }, { text: 'There is one file: quay.ts.' }])

const session = openSession({
  threadId,
  lines: [],
  log,
  model,
  tools,
  clock,
  ids: memoryIds(),
  blobs: memoryBlobs(),
  audit: memoryAudit(),
  logger: memoryLogger(),
  settings: { ...DEFAULT_SETTINGS, model: { name: 'scripted' } },
  cwd: '/home/ada/harbour',
  env: {},
  readContext: async () => ({ instructions: [], shell: 'bash', date: '2026-03-14', warnings: [] }),
})

const ended = new Promise<void>((resolve) => {
  session.attach(({ seq, msg }) => {
    if (seq !== undefined) process.stdout.write(`${seq} ${msg.type}\n`)
    if (msg.type === 'turn_complete') resolve()
  })
})

const clientId = ClientId.parse('cl_example')
session.clientAttached({ clientId, name: 'example', canDrive: true, canAnswer: true })
await session.submit({
  id: SubmissionId.parse('sb_1'),
  op: { type: 'user_turn', items: [{ type: 'text', text: 'What is here?' }] },
  clientId,
})
await ended
await session.close('unload')
