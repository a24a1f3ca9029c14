import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { calling, openDaemonBench, saying } from './testing/daemon-bench.ts'

const example = fileURLToPath(new URL('../../../protocol/examples/ask.ts', import.meta.url))

test('the example of the protocol’s README runs, and prints what a daemon reports', { timeout: 60_000 }, async () => {
  const bench = await openDaemonBench([calling('c1', 'ls'), saying('Nothing yet.')])
  const { url, token } = bench.daemon
  const child = spawn(process.execPath, ['--conditions=@rawr/source', example], {
    cwd: bench.cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RAWR_URL: url, RAWR_TOKEN: token, RAWR_SETTINGS: JSON.stringify(bench.settings) },
  })
  const printed = (await text(child.stdout)).trimEnd().split('\n')
  await bench.close()
  expect(printed.filter((line) => !/token_count|queue_changed|warning/.test(line))).toEqual([
    'session_configured',
    'turn_started',
    'user_message',
    'exec_command_begin',
    'exec_command_end',
    'decision_recorded',
    'agent_message: Nothing yet.',
    'turn_complete',
  ])
})
