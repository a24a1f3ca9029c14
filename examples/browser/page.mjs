// A page that asks a daemon one question. The token goes as a subprotocol, by the client: never into an address.
import { connectRawr } from '@rawr/protocol/client'

const form = document.querySelector('form')
const out = document.querySelector('pre')

/** Shown as text, never as HTML: it was written by a model. */
const show = (text) => {
  out.textContent += text
}

const ask = async ({ url, token, cwd, text }) => {
  const client = connectRawr({ url, token, client: { name: 'browser-example', version: '1.0.0' }, failuresMax: 3 })
  const refused = client.closed.then(({ code, message }) => show(`[${code}] ${message}\n`))
  const started = await client.submit({ type: 'thread_start', cwd })
  if (started.type === 'rejected') return show(`${started.code}: ${started.message}\n`)
  await client.submit({ type: 'user_turn', items: [{ type: 'text', text }] }, { threadId: started.thread_id })
  for await (const { type, msg } of client.events()) {
    if (type !== 'event') continue
    if (msg.type === 'agent_message') show(`${msg.text}\n`)
    if (msg.type === 'turn_complete' || msg.type === 'turn_aborted') break
  }
  client.close()
  await refused
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  ask(Object.fromEntries(new FormData(form))).catch((cause) => show(`${cause}\n`))
})
