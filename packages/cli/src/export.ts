/** `rawr export THREAD`: the whole thread for a reader: all originals, every summary, borders marked, secrets masked. */
import { openThreadStore } from '@rawr/core'
import type { RolloutLine } from '@rawr/protocol'
import { defineCommand, refuse } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'
import { readThreadId } from './thread-argument.ts'

const ABOUT = `Writes a thread to standard output: every original message and output in order, and each compaction as a border
with its summary. What looks like a secret is masked, in your own words too. Works while the thread is running.`

export const exportThread = defineCommand({
  usage: 'export THREAD [flags]',
  about: ABOUT,
  flags: { format: { type: 'string', value: 'md|json', help: 'default: md' } },
  operands: [1, 1],
  run: async ({ flags, operands: [name = ''], at }) => {
    const format = flags.format ?? 'md'
    if (format !== 'md' && format !== 'json') return refuse(at, `--format must be md or json, not "${format}"`)
    const threadId = readThreadId(name)
    if (!threadId.ok) return refuse(at, threadId.error)
    const lines = await openThreadStore({ home: homeOf(at), clock: { now: Date.now } }).read(threadId.value)
    if (!lines.ok) return refuse(at, lines.error.message)
    const { entriesOf } = await import('./export/entries.ts')
    const { markdownOf } = await import('./export/markdown.ts')
    const head = { threadId: threadId.value, ...beginningOf(lines.value) }
    const entries = entriesOf(lines.value)
    at.print(format === 'json' ? JSON.stringify({ ...head, entries }, null, 2) : markdownOf(head, entries))
    return EXIT.done
  },
})

const beginningOf = (lines: readonly RolloutLine[]) => {
  const start = lines.find((line) => line.type === 'session_meta')?.payload
  return { cwd: start?.cwd ?? '', createdAt: start?.timestamp ?? '' }
}
