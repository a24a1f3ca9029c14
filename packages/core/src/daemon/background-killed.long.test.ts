/** A daemon that is killed, not closed: what it kept running is reported lost in its next life, once, and confined ones end with it. */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Op } from '@rawr/protocol'
import { connectRawr, type LinkItem } from '@rawr/protocol/client'
import { expect, inject, test, vi } from 'vitest'
import { responses, sse, startProvider } from '../adapters/model/testing/provider-server.ts'
import { runsCommand } from '../testing/runs-command.ts'
import { stopDaemon } from './stop-daemon.ts'
import { saying } from './testing/daemon-bench.ts'
import { servedHome } from './testing/served-home.ts'

const call = (callId: string, tool: string, given: object) =>
  sse(responses.done(responses.call(callId, tool, JSON.stringify(given))), responses.completed())
const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

test.skipIf(!inject('available').includes('bwrap'))(
  'after a SIGKILL a background command with its input is reported lost by event and to the model, and is gone [needs bwrap]',
  { timeout: 60_000 },
  async () => {
    const base = mkdtempSync(join(tmpdir(), 'rawr-killed-'))
    const [home, cwd] = [join(base, 'home'), join(base, 'project')]
    mkdirSync(cwd, { recursive: true })
    const sleeper = `sleep 301.${process.pid}`
    const command = `read word; echo "was told $word"; ${sleeper}`
    const provider = await startProvider(
      call('c1', 'shell', { command, stdin: 'harbour\n', background: 'server' }),
      saying('It runs.'),
      call('c2', 'background', { action: 'list' }),
      call('c3', 'background', { action: 'read', name: 'server' }),
      saying('It is lost.'),
    )
    const { locate, pid } = servedHome(home)
    const client = connectRawr({ locate, client: { name: 'killed', version: '0.1.0' }, failuresMax: 100 })
    const items: LinkItem[] = []
    const reading = (async () => {
      for await (const item of client.events()) items.push(item)
    })()
    const told = <Type extends string>(type: Type) =>
      items.flatMap((item) => (item.type === 'event' && item.msg.type === type ? [item.msg] : []))
    const ended = (turns: number) =>
      vi.waitFor(() => expect(told('turn_complete')).toHaveLength(turns), { timeout: 20_000 })
    try {
      const settings = {
        model: { name: 'alder', context_window: 100_000 },
        provider: { base_url: provider.url, wire_api: 'responses' as const },
        sandbox: { mode: 'workspace-write' as const },
        approvals: { policy: 'never' as const },
      }
      const env = { PATH: process.env.PATH ?? '' }
      const started = await client.submit({ type: 'thread_start', cwd, env, api_key: 'k', settings })
      const threadId = started.type === 'accepted' ? started.thread_id : undefined
      if (threadId === undefined) throw new Error('not started')
      await client.submit(say('Start it'), { threadId })
      await ended(1)
      expect(JSON.stringify(provider.sent.at(-1)?.body)).toContain('was told harbour')
      expect(runsCommand(sleeper)).toBe(true)
      process.kill(pid(), 'SIGKILL')
      await vi.waitFor(() => expect(runsCommand(sleeper)).toBe(false), { timeout: 20_000 })
      await client.submit(say('Look at it'), { threadId })
      await ended(2)
      const warnings = told('warning').map((msg) => JSON.stringify(msg))
      expect(warnings.filter((text) => text.includes('was lost'))).toHaveLength(1)
      const body = JSON.stringify(provider.sent.at(-1)?.body)
      expect(body).toContain('server (lost when the program was restarted)')
      expect(body).toContain('is lost: the program was restarted')
    } finally {
      client.close()
      await reading
      await stopDaemon(home)
      await provider.close()
    }
  },
)
