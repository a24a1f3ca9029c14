// One question to a running daemon: node examples/node-client.mjs "What is here?"
import { connectRawr } from '@rawr/protocol/client'

const { RAWR_URL: url, RAWR_TOKEN: token, RAWR_SETTINGS = '{}' } = process.env
const client = connectRawr({ url, token, client: { name: 'node-example', version: '1.0.0' } })

const must = (answer) => {
  if (answer.type === 'rejected') throw new Error(`${answer.code}: ${answer.message}`)
  return answer
}
const settings = JSON.parse(RAWR_SETTINGS)
const env = { PATH: process.env.PATH }
const started = must(await client.submit({ type: 'thread_start', cwd: process.cwd(), env, settings }))
const items = [{ type: 'text', text: process.argv[2] ?? 'What is here?' }]
const asked = must(await client.submit({ type: 'user_turn', items }, { threadId: started.thread_id }))

for await (const item of client.events()) {
  if (item.type !== 'event' || item.id !== asked.id) continue
  if (item.msg.type === 'agent_message') console.log(item.msg.text)
  if (item.msg.type === 'exec_command_begin') console.log(`$ ${item.msg.command.join(' ')}`)
  if (item.msg.type === 'turn_complete' || item.msg.type === 'turn_aborted') break
}
client.close()
