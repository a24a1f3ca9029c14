/**
 * Confinement by bubblewrap: own user, process, network and IPC namespaces, no capabilities, the whole file system read-only
 * but for the write scope. As root a plain `--ro-bind / /` holds nothing (remount and mknod succeed), hence the fixed flags.
 */
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ok } from '@rawr/protocol'
import { ulimitedArgv } from '../tools/command/process-limit.ts'
import { isInside, realPathOf } from './real-path.ts'
import type { Confinement, Sandbox } from './sandbox.ts'
import { protectedRoots, type WriteScope, writeScope } from './write-scope.ts'

export const ISOLATION_FLAGS: readonly string[] = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--cap-drop',
  'ALL',
  '--new-session',
  '--die-with-parent',
]
export const NETWORK_FLAG = '--unshare-net'

/** With a network, names are resolved through what these hold. */
const RESOLVER_FOLDERS = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager']

/**
 * The kernel's switches obey the uid, not capabilities: root in its own namespace may still write them (hostname, core_pattern,
 * sysrq-trigger), and bubblewrap covers only those whose folder is writable itself.
 */
const KERNEL_SWITCHES = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'mtrr', 'pressure'].map(
  (name) => `/proc/${name}`,
)

/** Folders in /tmp whose sockets lead to programs outside: a terminal multiplexer would run any command for us. */
const SOCKET_FOLDER = /^(tmux-|ssh-|screens$|\.X11-unix$|\.ICE-unix$)/

export type BubblewrapParts = {
  /** The program. */
  readonly path: string
  /** Shown empty to every confined command. */
  readonly hidden: readonly string[]
  /** Processes of one command that the system allows; `null`: it would not hold us (root), or would count others too. */
  readonly processesMax: number | null
}

export const bubblewrap = ({ path, hidden, processesMax }: BubblewrapParts): Sandbox => ({
  kind: 'bubblewrap',
  hidden,
  confine: async (argv, confinement) => {
    const scope = await writeScope(confinement)
    if (scope.kind === 'everywhere') return ok(argv)
    const veiled = await existing(await Promise.all(hidden.map((folder) => realPathOf(folder))))
    const mounts = await mountsOf({ confinement, scope, veiled })
    const network = confinement.network ? [] : [NETWORK_FLAG]
    const limited = processesMax === null ? argv : ulimitedArgv(argv, processesMax)
    return ok([path, ...ISOLATION_FLAGS, ...network, ...mounts, '--chdir', confinement.cwd, '--', ...limited])
  },
})

type MountPlan = {
  readonly confinement: Confinement
  readonly scope: Extract<WriteScope, { kind: 'folders' }>
  readonly veiled: readonly string[]
}

type Mount = { readonly at: string; readonly kind: 'bind' | 'ro-bind' | 'ro-bind-try' | 'tmpfs' }

/** A mount hides what lies below it, so outer folders come first, whatever they do. */
const mountsOf = async (plan: MountPlan): Promise<readonly string[]> => {
  const mounts = [
    ...(await systemMounts(plan)),
    ...plan.scope.writable.map((at): Mount => ({ at, kind: 'bind' })),
    ...plan.veiled.map((at): Mount => ({ at, kind: 'tmpfs' })),
    ...(await fixedMounts(plan)),
  ]
  const inOrder = mounts.toSorted((a, b) => depth(a.at) - depth(b.at))
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...KERNEL_SWITCHES.flatMap((at) => ['--ro-bind-try', at, at]),
    ...inOrder.flatMap(({ at, kind }) => (kind === 'tmpfs' ? ['--tmpfs', at] : [`--${kind}`, at, at])),
    ...plan.veiled.flatMap((at) => ['--remount-ro', at]),
  ]
}

const depth = (path: string): number => path.split('/').filter((name) => name !== '').length

/** The sockets in /run reach the system's own programs, which would act outside the sandbox; so do some in /tmp. */
const systemMounts = async ({ confinement, scope, veiled }: MountPlan): Promise<readonly Mount[]> => {
  const workspace = await realPathOf(confinement.workspace)
  const emptied = await existing(['/run'])
  const isGone = [...emptied, ...veiled].some((folder) => isInside(folder, workspace))
  const names = await readdir('/tmp').catch(() => [])
  return [
    ...emptied.map((at): Mount => ({ at, kind: 'tmpfs' })),
    ...names
      .filter((name) => SOCKET_FOLDER.test(name))
      .map((name): Mount => ({ at: join('/tmp', name), kind: 'tmpfs' })),
    ...(confinement.network ? RESOLVER_FOLDERS : []).map((at): Mount => ({ at, kind: 'ro-bind-try' })),
    ...(isGone && scope.writable.length === 0 ? [workspace] : []).map((at): Mount => ({ at, kind: 'ro-bind' })),
  ]
}

/** A mount point cannot be renamed away: binding `.git` onto itself keeps its hooks where git looks for them. */
const fixedMounts = async ({ scope, confinement, veiled }: MountPlan): Promise<readonly Mount[]> => {
  const { fixed, writable } = scope
  const roots = await protectedRoots(await realPathOf(confinement.workspace), writable)
  // By their own names: what a link in their place leads to is neither made nor opened.
  const hooks = roots
    .map((root) => join(root, '.git'))
    .filter((git) => !fixed.includes(git) && fixed.includes(join(git, 'hooks')))
  const made = [...hooks.map((git) => join(git, 'hooks')), ...roots.map((root) => join(root, '.rawr'))]
  // Where there is none yet, one written by the command would be obeyed later. Where we may make none, it may not either.
  for (const path of made.filter((one) => fixed.includes(one))) await mkdir(path, { recursive: true }).catch(() => {})
  const pinned = hooks.map((at): Mount => ({ at, kind: 'bind' }))
  // In one's own home the agent's folder is also what a project calls `.rawr`: shown to nobody, it need not be fixed.
  const shown = (await existing(fixed)).filter((path) => !veiled.includes(path))
  return [...pinned, ...shown.map((at): Mount => ({ at, kind: 'ro-bind' }))]
}

const existing = async (paths: readonly string[]): Promise<readonly string[]> => {
  const there = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return paths.filter((_, index) => there[index])
}
