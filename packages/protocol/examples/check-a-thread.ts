// Judges the log of a thread: `node --conditions=@rawr/source check-a-thread.ts ~/.rawr/sessions/YYYY/MM/DD/rollout-….jsonl`.
// Prints a line for each law that is broken, and ends with 1 where there is one.
import { readFileSync } from 'node:fs'
import { decodeRolloutLine } from '@rawr/protocol'
import { breachText, checkThread } from '@rawr/protocol/testing'

const [path] = process.argv.slice(2)
if (path === undefined) {
  console.error('give the path of a thread log')
  process.exit(2)
}
const lines = readFileSync(path, 'utf8')
  .split('\n')
  .flatMap((text) => {
    const line = decodeRolloutLine(text)
    return line.ok ? [line.value] : []
  })
const breaches = checkThread({ lines })
for (const breach of breaches) console.log(breachText(breach))
console.log(`${lines.length} lines, ${breaches.length} breaches`)
process.exitCode = breaches.length === 0 ? 0 : 1
