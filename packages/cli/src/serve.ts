/** `rawr serve`: the daemon in the foreground, for those who start it themselves. Other commands start it by themselves. */
import { runDaemon } from '@rawr/core'
import { defineCommand, refuse, wholeNumber } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'
import { buildOf } from './version.ts'

const ABOUT = `Serves the threads of RAWR_HOME over a WebSocket on 127.0.0.1, until it is asked to stop (rawr daemon stop, Ctrl-C)
or had no client for ten minutes. Writes one line when it is ready; port and token stand in RAWR_HOME/daemon.json.`

const PORT_MAX = 65_535

export const serve = defineCommand({
  usage: 'serve [flags]',
  about: ABOUT,
  flags: {
    port: { type: 'string', value: 'PORT', help: 'the port to listen at (any free one)' },
    // How other commands start it; without a line of help, for it is nobody's to type.
    detached: { type: 'boolean' },
    'ends-with-clients': { type: 'boolean' },
  },
  operands: [0, 0],
  run: async ({ flags, at }) => {
    const port = wholeNumber('port', flags.port, 0)
    if ('message' in port) return refuse(at, port.message)
    if ((port.value ?? 0) > PORT_MAX) return refuse(at, `--port must be at most ${PORT_MAX}`)
    const code = await runDaemon({
      home: homeOf(at),
      version: buildOf(process.argv[1] ?? ''),
      endsWithLastClient: flags['ends-with-clients'] === true,
      ...(port.value === undefined ? {} : { port: port.value }),
    })
    return code === 0 ? EXIT.done : EXIT.failed
  },
})
