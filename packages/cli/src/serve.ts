/** `rawr serve`: the daemon in the foreground, for those who start it themselves. Other commands start it by themselves. */
import { type BindOptions, planBind, runDaemon } from '@rawr/core'
import { defineCommand, pathFrom, refuse, type Surroundings, wholeNumber } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'
import { buildOf } from './version.ts'

const ABOUT = `Serves the threads of RAWR_HOME over a WebSocket on 127.0.0.1, until it is asked to stop (rawr daemon stop, Ctrl-C)
or had no client for ten minutes. Writes one line when it is ready; port and token stand in RAWR_HOME/daemon.json.
With --host or --tls a second door is opened beside it; its port, and the fingerprint of its certificate, stand in that line.`

const PORT_MAX = 65_535

export const serve = defineCommand({
  usage: 'serve [flags]',
  about: ABOUT,
  flags: {
    port: { type: 'string', value: 'PORT', help: 'the port to listen at (any free one)' },
    host: {
      type: 'string',
      value: 'HOST',
      help: 'also listen there; beyond loopback only with --tls or --insecure-bind',
    },
    tls: { type: 'boolean', help: 'encrypt that door, with a certificate made and kept in RAWR_HOME/tls' },
    'tls-cert': { type: 'string', value: 'FILE', help: 'use this certificate instead (PEM, with --tls-key)' },
    'tls-key': { type: 'string', value: 'FILE', help: 'its private key (PEM)' },
    'insecure-bind': { type: 'boolean', help: 'listen beyond loopback without TLS: something else encrypts the way' },
    'allow-origin': {
      type: 'string',
      value: 'ORIGINS',
      help: 'web pages that may connect, as https://a.example,https://b',
    },
    // How other commands start it; without a line of help, for it is nobody's to type.
    detached: { type: 'boolean' },
    'ends-with-clients': { type: 'boolean' },
  },
  operands: [0, 0],
  run: async ({ flags, at }) => {
    const bind = readBind(flags, at)
    if ('message' in bind) return refuse(at, bind.message)
    const origins = readOrigins(flags['allow-origin'])
    if ('message' in origins) return refuse(at, origins.message)
    const code = await runDaemon({
      home: homeOf(at),
      version: buildOf(process.argv[1] ?? ''),
      endsWithLastClient: flags['ends-with-clients'] === true,
      allowedOrigins: origins.list,
      bind,
    })
    return code === 0 ? EXIT.done : EXIT.failed
  },
})

type BindFlags = {
  readonly port?: string
  readonly host?: string
  readonly tls?: boolean
  readonly 'tls-cert'?: string
  readonly 'tls-key'?: string
  readonly 'insecure-bind'?: boolean
}

type Refusal = { readonly message: string }

const readBind = (flags: BindFlags, at: Surroundings): BindOptions | Refusal => {
  const port = wholeNumber('port', flags.port, 0)
  if ('message' in port) return port
  if ((port.value ?? 0) > PORT_MAX) return { message: `--port must be at most ${PORT_MAX}` }
  const [cert, key] = [flags['tls-cert'], flags['tls-key']]
  if ((cert === undefined) !== (key === undefined)) return { message: '--tls-cert and --tls-key go together' }
  const files =
    cert === undefined || key === undefined ? null : { certPath: pathFrom(at, cert), keyPath: pathFrom(at, key) }
  const bind: BindOptions = {
    ...(port.value === undefined ? {} : { port: port.value }),
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(files !== null ? { tls: files } : flags.tls === true ? { tls: 'self_made' } : {}),
    insecureBind: flags['insecure-bind'] === true,
  }
  const plan = planBind(bind)
  return plan.ok ? bind : { message: `--host ${flags.host}: ${plan.error}` }
}

/** Compared as text with what a browser sends, so only what a browser would send is taken. */
const readOrigins = (text = ''): { readonly list: readonly string[] } | Refusal => {
  const list = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  const wrong = list.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  return wrong === undefined
    ? { list }
    : { message: `--allow-origin ${wrong}: an origin is scheme, host and port alone, as https://editor.example:8443` }
}
