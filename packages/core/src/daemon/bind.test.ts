import { expect, test } from 'vitest'
import { type BindOptions, planBind } from './bind.ts'

const LOCAL = { host: '127.0.0.1', port: 0, tls: null }
const FILES = { certPath: '/c', keyPath: '/k' }

const rows: [string, BindOptions, object][] = [
  ['nothing asked for: loopback, any port', {}, { loopback: LOCAL, outer: null }],
  ['a port', { port: 7777 }, { loopback: { ...LOCAL, port: 7777 }, outer: null }],
  ['localhost', { host: 'localhost', port: 7777 }, { loopback: { ...LOCAL, port: 7777 }, outer: null }],
  ['the other loopback', { host: '::1', port: 1 }, { loopback: LOCAL, outer: { host: '::1', port: 1, tls: null } }],
  [
    'TLS on loopback is a second door: clients of the machine know no certificate',
    { tls: 'self_made', port: 1 },
    { loopback: LOCAL, outer: { host: '127.0.0.1', port: 1, tls: 'self_made' } },
  ],
  [
    'everything, with a certificate',
    { host: '0.0.0.0', port: 1, tls: FILES },
    { loopback: LOCAL, outer: { host: '0.0.0.0', port: 1, tls: FILES } },
  ],
  [
    'everything, said to be insecure',
    { host: '0.0.0.0', port: 1, insecureBind: true },
    { loopback: LOCAL, outer: { host: '0.0.0.0', port: 1, tls: null } },
  ],
]

test.each(rows)('%s', (_name, options, value) => expect(planBind(options)).toEqual({ ok: true, value }))

test.each(['0.0.0.0', '::', '192.168.1.7', 'example.org', '', '::ffff:127.0.0.1', '127.0.0.1.example.org'])(
  'beyond loopback without TLS: %j is refused, and the refusal names both ways on',
  (host) => {
    const plan = planBind({ host })
    expect(plan).toMatchObject({ ok: false })
    expect(plan.ok ? '' : plan.error).toMatch(/--tls.*--insecure-bind/)
  },
)
