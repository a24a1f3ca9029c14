import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Event } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { type Desk, openDesk, recordModel } from './testing/run-rawr.ts'

const desks: Desk[] = []
const desk = (env?: Record<string, string>): Desk => {
  const opened = openDesk(env)
  desks.push(opened)
  return opened
}
afterEach(async () => {
  for (const opened of desks.splice(0)) await opened.clear()
}, 60_000)

const SLOW = { timeout: 180_000 }

test('the answer goes to standard output, the way to it to standard error', SLOW, async () => {
  const { rawr, home, folder } = desk()
  recordModel(home, [{ say: 'I will look.', run: ['echo hello > greeting.txt'] }, { say: 'It is written.' }])
  const { code, out, err } = await rawr('exec', 'Write a greeting.', '--ephemeral')
  expect({ code, out }).toEqual({ code: 0, out: 'I will look.\nIt is written.\n' })
  expect(err).toMatch(/✔ echo hello > greeting\.txt · exit 0/)
  expect(existsSync(join(folder, 'greeting.txt'))).toBe(true)
})

test('with --json each line is an event, and the last one ends the message that was sent', SLOW, async () => {
  const { rawrReading, home } = desk()
  recordModel(home, [{ say: 'Read from standard input.' }])
  const { code, out } = await rawrReading('What do you say?', 'exec', '--json', '--ephemeral')
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => Event.parse(JSON.parse(line)))
  const own = events.find(({ msg }) => msg.type === 'user_message')
  expect(code).toBe(0)
  expect(events.at(-1)?.msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'Read from standard input.' })
  expect(own?.msg).toMatchObject({ text: 'What do you say?' })
  expect(events.at(-1)?.id).toBe(own?.id)
})

test('what asks is not waited for, since nobody is there to answer: exit 4, and nothing ran', SLOW, async () => {
  const { rawr, home, folder } = desk()
  recordModel(home, [{ say: 'I will write.', run: ['echo hello > greeting.txt'] }, { say: 'It is written.' }])
  const { code, err } = await rawr('exec', 'Write a greeting.', '--approval', 'untrusted', '--ephemeral')
  expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('To go on: rawr exec --resume') })
  expect(existsSync(join(folder, 'greeting.txt'))).toBe(false)
})

test('a thread goes on where it stopped, is listed, and explains itself', SLOW, async () => {
  const { rawr, home } = desk()
  recordModel(home, [{ say: 'First.' }, { say: 'Second.' }])
  const thread = /thread (\S+)/.exec((await rawr('exec', 'One.')).err)?.[1] ?? ''
  const { code, out } = await rawr('resume', thread, 'Two.')
  expect({ code, out }).toEqual({ code: 0, out: 'Second.\n' })
  const listed = await rawr('sessions', '--json')
  expect(JSON.parse(listed.out)).toMatchObject({ threadId: thread, firstUserText: 'One.' })
  const why = await rawr('why', thread)
  expect(why.code).toBe(0)
  const status = await rawr('daemon', 'status', '--json')
  expect(JSON.parse(status.out)).toMatchObject({ port: expect.any(Number) })
  expect(status.out).not.toContain('token')
  expect(await rawr('daemon', 'stop')).toMatchObject({ code: 0, out: 'stopped\n' })
  expect(await rawr('daemon', 'status')).toMatchObject({ code: 1, out: 'no daemon is running\n' })
})

type Refused = {
  readonly args: readonly string[]
  readonly config?: string
  readonly env?: Readonly<Record<string, string>>
  readonly code: number
  readonly says: RegExp
}

const refused: readonly (readonly [string, Refused])[] = [
  ['no key', { args: ['exec', 'hi', '--sandbox', 'danger-full-access'], code: 2, says: /OPENAI_API_KEY/ }],
  ['nothing to do', { args: ['exec'], code: 2, says: /give a prompt/ }],
  [
    'an unknown flag',
    { args: ['exec', 'hi', '--modell', 'x'], code: 2, says: /unknown flag --modell; nearest: --model/ },
  ],
  ['a flag of no use', { args: ['exec', 'hi', '--wire-api', 'smoke'], code: 2, says: /--wire-api/ }],
  [
    'a folder that is not there',
    { args: ['exec', 'hi', '--cwd', 'nowhere'], code: 2, says: /There is no folder .*nowhere/ },
  ],
  [
    'a thread that is not there',
    { args: ['resume', 'th_none', 'hi'], code: 2, says: /no thread th_none in .*; rawr sessions lists/ },
  ],
  [
    'why of a thread that is not there',
    { args: ['why', 'th_none'], code: 2, says: /th_none in .*; rawr sessions lists/ },
  ],
  ['export of none', { args: ['export', 'th_none'], code: 2, says: /th_none in .*; rawr sessions lists/ }],
  ['repair of none', { args: ['repair', 'th_none'], code: 2, says: /th_none in .*; rawr sessions lists/ }],
  ['fork of none', { args: ['fork', 'th_none'], code: 2, says: /th_none in .*; rawr sessions lists/ }],
  ['an id that is none', { args: ['why', ''], code: 2, says: /"" is not the id of a thread; rawr sessions lists/ }],
  ['an archive that is not there', { args: ['history', 'show', 'x'], code: 2, says: /rawr history list shows/ }],
  [
    'an unknown key of the configuration',
    {
      args: ['exec', 'hi'],
      config: 'compact:\n  max_tail: 3\n',
      code: 2,
      says: /config\.yaml.*compact\.max_tail.*max_tail_messages/,
    },
  ],
  [
    'an address that cannot be asked',
    {
      args: ['exec', 'hi', '--base-url', 'http://127.0.0.1:9/v1', '--model', 'm', '--sandbox', 'danger-full-access'],
      code: 3,
      says: /127\.0\.0\.1:9/,
    },
  ],
  [
    'a server that is not there, and no model named',
    {
      args: ['exec', 'hi', '--base-url', 'http://127.0.0.1:2/v1', '--sandbox', 'danger-full-access'],
      code: 3,
      says: /^rawr: Cannot reach http:\/\/127\.0\.0\.1:2\/v1: nothing listens there .* Start the server there.*\n$/,
    },
  ],
  [
    'an empty key',
    {
      args: ['exec', 'hi', '--provider', 'openai', '--sandbox', 'danger-full-access'],
      env: { OPENAI_API_KEY: '' },
      code: 2,
      says: /No key: OPENAI_API_KEY is empty\. Set it/,
    },
  ],
]

test.each(refused)('%s: one line that says so', SLOW, async (_what, { args, config, env, code, says }) => {
  const { rawr, home, folder } = desk(env)
  if (config !== undefined) writeFileSync(join(home, 'config.yaml'), config)
  const ran = await rawr(...args)
  expect(ran.code).toBe(code)
  expect(ran.out).toBe('')
  expect(ran.err).toMatch(says)
  if (code === 2) expect(ran.err.trimEnd().split('\n')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual([])
  // A thread in which nothing was said to a model is none that anybody would look for.
  if (code === 2) expect(await rawr('sessions')).toMatchObject({ out: '', err: 'There are no threads yet.\n' })
})

test('without anything to confine commands nothing runs: exit 2 and both ways on', SLOW, async () => {
  // Neither bwrap nor sandbox-exec is found on this search path.
  const { rawr, home, folder } = desk({ PATH: '/nowhere' })
  recordModel(home, [{ say: 'I will write.', run: ['echo x > written'] }])
  const { code, err } = await rawr('exec', 'Write.', '--sandbox', 'workspace-write')
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--sandbox danger-full-access') })
  expect(existsSync(join(folder, 'written'))).toBe(false)
})
