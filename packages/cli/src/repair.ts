/** `rawr repair THREAD`: makes a damaged log loadable again, and keeps the damaged file. */
import { repairThread } from '@rawr/core'
import { defineCommand, refuse } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'
import { readThreadId } from './thread-argument.ts'

const ABOUT = `Keeps every readable line of a thread's log, drops what is torn, foreign or there twice, and numbers the rest anew.
The file as it was stays beside it. A log without damage is not touched.`

export const repair = defineCommand({
  usage: 'repair THREAD [flags]',
  about: ABOUT,
  flags: { json: { type: 'boolean', help: 'as one JSON object' } },
  operands: [1, 1],
  run: async ({ flags, operands: [name = ''], at }) => {
    const threadId = readThreadId(name)
    if (!threadId.ok) return refuse(at, threadId.error)
    const outcome = await repairThread({ home: homeOf(at), threadId: threadId.value, now: Date.now() })
    if (!outcome.ok) return refuse(at, outcome.error)
    if (flags.json === true) {
      at.print(JSON.stringify(outcome.value))
      return EXIT.done
    }
    if (outcome.value.kind === 'sound') {
      at.print(`nothing to repair: ${outcome.value.lines} lines are sound`)
      return EXIT.done
    }
    const { lines, dropped, damagedPath } = outcome.value
    for (const { line, reason } of dropped) at.complain(`line ${line} left out: ${reason}`)
    at.print(`repaired: ${lines} lines kept, ${dropped.length} left out; the file as it was: ${damagedPath}`)
    return EXIT.done
  },
})
