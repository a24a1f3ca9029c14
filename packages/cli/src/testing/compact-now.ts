/** Compacts a thread of a home by hand, as any client would over the wire; for tests of commands that have no such flag. */
import { findDaemon } from '@rawr/core'
import type { ThreadId } from '@rawr/protocol'
import { connectRawr } from '@rawr/protocol/client'

/** Resolves with the kind of its end. */
export const compactNow = async (home: string, threadId: ThreadId): Promise<string> => {
  const locate = async () => {
    const daemon = await findDaemon(home)
    if (daemon === null) throw new Error('no daemon')
    return { url: `ws://127.0.0.1:${daemon.port}`, token: daemon.token }
  }
  const follow = new Map([[threadId, 0]])
  const client = connectRawr({ locate, client: { name: 'test', version: '0.1.0' }, follow })
  try {
    const asked = await client.submit({ type: 'compact', trigger: 'manual' }, { threadId })
    for await (const item of client.events()) {
      if (item.type !== 'event' || item.id !== asked.id) continue
      if (['context_compacted', 'compact_failed'].includes(item.msg.type)) return item.msg.type
    }
    return 'gone'
  } finally {
    client.close()
  }
}
