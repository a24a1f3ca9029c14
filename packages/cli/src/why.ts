/** `rawr why THREAD`: each decision about compaction in plain sentences, and proof that its inputs still give the same one. */
import { askedCompaction, latestRecords, readDecisions, readEvents, replays, why as sentences } from '@rawr/audit'
import { openThreadStore } from '@rawr/core'
import type { DecisionRecord, ThreadId } from '@rawr/protocol'
import { defineCommand, refuse } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'
import { readThreadId, THREADS_ARE_LISTED } from './thread-argument.ts'

const ABOUT = `Tells when the policy was asked, what it saw, what it decided and why, and replays each decision from its
recorded inputs. Exit 1 where a replay gives another answer.`

export const why = defineCommand({
  usage: 'why THREAD [flags]',
  about: ABOUT,
  flags: { json: { type: 'boolean', help: 'one record per line, with `replays` beside it' } },
  operands: [1, 1],
  run: async ({ flags, operands: [name = ''], at }) => {
    const threadId = readThreadId(name)
    if (!threadId.ok) return refuse(at, threadId.error)
    const read = await readDecisions({ home: homeOf(at), threadId: threadId.value })
    // A thread without a decision has no audit yet; one that never was is a slip of the keyboard.
    const isThread = read.ok || (await isThreadOf(homeOf(at), threadId.value))
    if (!isThread) return refuse(at, `There is no thread ${name} in ${homeOf(at)}; ${THREADS_ARE_LISTED}.`)
    if (!read.ok && read.error.code !== 'no_such_thread') return refuse(at, read.error.message)
    const { values, skipped } = read.ok ? read.value : { values: [], skipped: 0 }
    const records = latestRecords(values)
    const happened = await readEvents({ home: homeOf(at), threadId: threadId.value })
    const asked = askedCompaction({ events: happened.ok ? happened.value.values : [], records })
    if (flags.json !== true && asked[0] !== undefined) at.print(`${asked[0]}\nEarlier, oldest first:`)
    for (const record of records) at.print(flags.json === true ? jsonOf(record) : textOf(record))
    if (records.length === 0) at.complain('The policy was not asked in this thread.')
    if (skipped > 0) at.complain(`${skipped} damaged lines were skipped.`)
    return records.every(replays) ? EXIT.done : EXIT.failed
  },
})

const isThreadOf = async (home: string, threadId: ThreadId): Promise<boolean> =>
  (await openThreadStore({ home, clock: { now: Date.now } }).read(threadId)).ok

const jsonOf = (record: DecisionRecord): string => JSON.stringify({ ...record, replays: replays(record) })

const textOf = (record: DecisionRecord): string => {
  const time = new Date(record.at).toISOString().slice(0, 19).replace('T', ' ')
  const proof = replays(record) ? '' : ' (a replay of its inputs decides otherwise)'
  return [`${time}  ${record.outcome}${proof}`, ...sentences(record).map((line) => `  ${line}`)].join('\n')
}
