/**
 * Confinement by bubblewrap: own user, process, network and IPC namespaces, no capabilities, the whole file system read-only
 * but for the write scope. As root a plain `--ro-bind / /` holds nothing (remount and mknod succeed), hence the fixed flags.
 */
import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ok } from '@rawr/protocol'
import { isInside, realPathOf } from './real-path.ts'
import type { Confinement, Sandbox } from './sandbox.ts'
import { type WriteScope, writeScope } from './write-scope.ts'

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

/** Folders in /tmp whose sockets lead to programs outside: a terminal multiplexer would run any command for us. */
const SOCKET_FOLDER = /^(tmux-|ssh-|screens$|\.X11-unix$|\.ICE-unix$)/

/** `hidden` are shown empty to every confined command. */
export const bubblewrap = ({
  path,
  hidden,
}: {
  readonly path: string
  readonly hidden: readonly string[]
}): Sandbox => ({
  kind: 'bubblewrap',
  hidden,
  confine: async (argv, confinement) => {
    const scope = await writeScope(confinement)
    if (scope.kind === 'everywhere') return ok(argv)
    const veiled = await existing(await Promise.all(hidden.map((folder) => realPathOf(folder))))
    const mounts = await mountsOf({ confinement, scope, veiled })
    const network = confinement.network ? [] : [NETWORK_FLAG]
    return ok([path, ...ISOLATION_FLAGS, ...network, ...mounts, '--chdir', confinement.cwd, '--', ...argv])
  },
})

type MountPlan = {
  readonly confinement: Confinement
  readonly scope: Extract<WriteScope, { kind: 'folders' }>
  readonly veiled: readonly string[]
}

/** Later mounts lie on earlier ones, so the order is the meaning: the whole, then what opens, then what closes again. */
const mountsOf = async ({ confinement, scope, veiled }: MountPlan): Promise<readonly string[]> => {
  const workspace = await realPathOf(confinement.workspace)
  const holdsWritable = (folder: string): boolean =>
    [workspace, ...scope.writable].some((path) => isInside(folder, path))
  const veil = (folder: string): readonly string[] => ['--tmpfs', folder, '--remount-ro', folder]
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...(await runFolder(confinement.network)),
    ...veiled.filter(holdsWritable).flatMap((folder) => ['--tmpfs', folder]),
    ...(scope.writable.length === 0 && !isVisible(workspace, veiled) ? ['--ro-bind', workspace, workspace] : []),
    ...scope.writable.flatMap((folder) => ['--bind', folder, folder]),
    ...(await socketVeils(scope.writable)),
    ...(await fixedMounts(scope.fixed)),
    ...veiled.filter((folder) => !holdsWritable(folder)).flatMap(veil),
  ]
}

const isVisible = (workspace: string, veiled: readonly string[]): boolean =>
  !['/run', ...veiled].some((folder) => isInside(folder, workspace))

/** The sockets in /run reach the system's own programs, which would act outside the sandbox. */
const runFolder = async (network: boolean): Promise<readonly string[]> => {
  if ((await existing(['/run'])).length === 0) return []
  const resolvers = network ? RESOLVER_FOLDERS.flatMap((folder) => ['--ro-bind-try', folder, folder]) : []
  return ['--tmpfs', '/run', ...resolvers]
}

const socketVeils = async (writable: readonly string[]): Promise<readonly string[]> => {
  const names = writable.includes('/tmp') ? await readdir('/tmp') : []
  return names.filter((name) => SOCKET_FOLDER.test(name)).flatMap((name) => ['--tmpfs', join('/tmp', name)])
}

/** A mount point cannot be renamed away: binding `.git` onto itself keeps its hooks where git looks for them. */
const fixedMounts = async (fixed: readonly string[]): Promise<readonly string[]> => {
  const hooks = fixed.find((path) => basename(path) === 'hooks')
  // Where there is none yet, one written by the command would be run later.
  if (hooks !== undefined) await mkdir(hooks, { recursive: true })
  const pinned = hooks === undefined ? [] : [dirname(hooks)]
  return [
    ...pinned.flatMap((path) => ['--bind', path, path]),
    ...(await existing(fixed)).flatMap((path) => ['--ro-bind', path, path]),
  ]
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
