/** `rawr daemon status|stop`: whether a daemon serves this home, and its end. */
import { findDaemon, stopDaemon } from '@rawr/core'
import { defineCommand, refuse } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'

const ABOUT = `status: says whether a daemon serves RAWR_HOME, and where; exit 1 if none does.
stop: parks every turn, tells the clients and ends it. It starts again with the next command that needs it.`

export const daemon = defineCommand({
  usage: 'daemon status|stop',
  about: ABOUT,
  flags: { json: { type: 'boolean', help: 'status as one JSON object, without the token' } },
  operands: [1, 1],
  run: async ({ flags, operands: [verb], at }) => {
    const home = homeOf(at)
    if (verb === 'stop') {
      at.print((await stopDaemon(home)) === 'stopped' ? 'stopped' : 'no daemon was running')
      return EXIT.done
    }
    if (verb !== 'status') return refuse(at, `daemon ${verb}? one of: status, stop`)
    const found = await findDaemon(home)
    // The token opens the door: it stays in its file.
    const { token: _token, ...shown } = found ?? { token: '', running: false }
    if (flags.json === true) at.print(JSON.stringify(shown))
    else
      at.print(
        found === null
          ? 'no daemon is running'
          : `process ${found.pid} serves 127.0.0.1:${found.port} (${found.version})`,
      )
    return found === null ? EXIT.failed : EXIT.done
  },
})
