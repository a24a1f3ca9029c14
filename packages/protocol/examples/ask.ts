/**
 * One question to a running daemon, and what it reports until the answer is there.
 * Run: RAWR_URL=ws://127.0.0.1:PORT RAWR_TOKEN=… node --conditions=@rawr/source examples/ask.ts (both stand in daemon.json)
 */
import type { SettingsLayer } from '@rawr/protocol'
import { connectRawr } from '@rawr/protocol/client'

const { RAWR_URL: url = '', RAWR_TOKEN: token = '', RAWR_SETTINGS: settings = '{}', PATH = '' } = process.env
const client = connectRawr({ url, token, client: { name: 'ask', version: '0.1.0' } })

const started = await client.submit({
  type: 'thread_start',
  cwd: process.cwd(),
  env: { PATH },
  settings: JSON.parse(settings) as SettingsLayer,
})
if (started.type === 'rejected' || started.thread_id === undefined) throw new Error(JSON.stringify(started))

const asked = await client.submit(
  { type: 'user_turn', items: [{ type: 'text', text: 'What is in this folder?' }] },
  { threadId: started.thread_id },
)
if (asked.type === 'rejected') throw new Error(asked.message)

for await (const item of client.events()) {
  if (item.type !== 'event' || item.seq === undefined) continue
  console.log(item.msg.type === 'agent_message' ? `${item.msg.type}: ${item.msg.text}` : item.msg.type)
  if (item.msg.type === 'turn_complete' || item.msg.type === 'turn_aborted') break
}
client.close()
