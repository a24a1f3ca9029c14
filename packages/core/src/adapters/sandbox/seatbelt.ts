/**
 * Confinement by macOS's own sandbox-exec: the profile is text, written anew for each command from the write scope. The text is
 * under golden tests; it has not been run on a Mac by us.
 */
import { dirname } from 'node:path'
import { ok } from '@rawr/protocol'
import { realPathOf } from './real-path.ts'
import type { Sandbox } from './sandbox.ts'
import { type WriteScope, writeScope } from './write-scope.ts'

/** Never looked for on the search path: a project could bring one of its own. */
export const SANDBOX_EXEC = '/usr/bin/sandbox-exec'

export const seatbelt = (hidden: readonly string[]): Sandbox => ({
  kind: 'seatbelt',
  hidden,
  confine: async (argv, confinement) => {
    const scope = await writeScope(confinement)
    if (scope.kind === 'everywhere') return ok(argv)
    const veiled = await Promise.all(hidden.map((folder) => realPathOf(folder)))
    return ok([SANDBOX_EXEC, '-p', seatbeltProfile({ scope, veiled, network: confinement.network }), ...argv])
  },
})

export type ProfileParts = {
  readonly scope: Extract<WriteScope, { kind: 'folders' }>
  /** Neither read nor written. */
  readonly veiled: readonly string[]
  readonly network: boolean
}

/** Of two rules that fit, the later one counts: so first what is allowed, then what is taken back. */
export const seatbeltProfile = ({ scope, veiled, network }: ProfileParts): string =>
  [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow user-preference-read)',
    '(allow ipc-posix-sem)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    '(allow pseudo-tty)',
    '(allow file-read* file-test-existence)',
    `(allow file-write-data file-ioctl ${DEVICES.map((path) => `(literal ${quoted(path)})`).join(' ')})`,
    ...(network ? NETWORK_RULES : []),
    ...rule('allow file-write*', scope.writable),
    ...rule('deny file-write*', scope.fixed),
    // What holds them may not be moved out of the way either.
    ...scope.fixed.map((path) => `(deny file-write-unlink (literal ${quoted(dirname(path))}))`),
    ...rule('deny file-read* file-write*', veiled),
  ].join('\n')

const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper']

const NETWORK_RULES = [
  '(allow network*)',
  '(allow system-socket)',
  '(allow mach-lookup (global-name "com.apple.SystemConfiguration.configd" "com.apple.trustd" "com.apple.dnssd.service"))',
]

const rule = (head: string, paths: readonly string[]): readonly string[] =>
  paths.length === 0 ? [] : [`(${head} ${paths.map((path) => `(subpath ${quoted(path)})`).join(' ')})`]

const quoted = (path: string): string => `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
