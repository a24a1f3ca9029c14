/** `rawr why THREAD`: each decision about compaction in plain sentences, and proof that its inputs still give the same one. */
import { latestRecords, readDecisions, replays, why as sentences } from '@rawr/audit'
import { type DecisionRecord, ThreadId } from '@rawr/protocol'
import { defineCommand, refuse } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'

const ABOUT = `Tells when the policy was asked, what it saw, what it decided and why, and replays each decision from its
recorded inputs. Exit 1 where a replay gives another answer.`

export const why = defineCommand({
  usage: 'why THREAD [flags]',
  about: ABOUT,
  flags: { json: { type: 'boolean', help: 'one record per line, with `replays` beside it' } },
  operands: [1, 1],
  run: async ({ flags, operands: [name = ''], at }) => {
    const threadId = ThreadId.safeParse(name)
    if (!threadId.success) return refuse(at, `not a thread id: "${name}"`)
    const read = await readDecisions({ home: homeOf(at), threadId: threadId.data })
    if (!read.ok) return refuse(at, read.error.message)
    const records = latestRecords(read.value.values)
    for (const record of records) at.print(flags.json === true ? jsonOf(record) : textOf(record))
    if (records.length === 0) at.complain('The policy was not asked in this thread.')
    if (read.value.skipped > 0) at.complain(`${read.value.skipped} damaged lines were skipped.`)
    return records.every(replays) ? EXIT.done : EXIT.failed
  },
})

const jsonOf = (record: DecisionRecord): string => JSON.stringify({ ...record, replays: replays(record) })

const textOf = (record: DecisionRecord): string => {
  const time = new Date(record.at).toISOString().slice(0, 19).replace('T', ' ')
  const proof = replays(record) ? '' : ' (a replay of its inputs decides otherwise)'
  return [`${time}  ${record.outcome}${proof}`, ...sentences(record).map((line) => `  ${line}`)].join('\n')
}
