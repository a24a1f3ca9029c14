/** What a mode lets a command or a patch change, as real paths. The sandbox and the tools that write in-process read the same scope. */
import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SandboxMode } from '@rawr/protocol'
import { isInside, realPathOf } from './real-path.ts'

export type WriteScope =
  | { readonly kind: 'everywhere' }
  | {
      readonly kind: 'folders'
      /** Nothing outside these may be changed. */
      readonly writable: readonly string[]
      /** Inside a writable folder and still not to be changed; not all of them exist. */
      readonly fixed: readonly string[]
    }

export type ScopeQuestion = {
  readonly mode: SandboxMode
  readonly workspace: string
  readonly env: Readonly<Record<string, string>>
}

export const writeScope = async ({ mode, workspace, env }: ScopeQuestion): Promise<WriteScope> => {
  switch (mode) {
    case 'danger-full-access':
      return { kind: 'everywhere' }
    case 'read-only':
      return { kind: 'folders', writable: [], fixed: [] }
    case 'workspace-write': {
      const root = await realPathOf(workspace)
      const temporary = await Promise.all(['/tmp', env.TMPDIR ?? '/tmp'].filter((path) => path !== '').map(folderAt))
      const writable = [...new Set([root, ...temporary.filter((path) => path !== null)])].sort()
      const roots = await protectedRoots(root, writable)
      return { kind: 'folders', writable, fixed: (await Promise.all(roots.map(fixedInside))).flat() }
    }
  }
}

/** The workspace, and the projects that it lies in where those can be written too: work in a folder of a project in /tmp. */
export const protectedRoots = async (root: string, writable: readonly string[]): Promise<readonly string[]> => {
  const roots = [root]
  const isOpen = (folder: string): boolean => writable.some((open) => open !== folder && isInside(open, folder))
  for (let at = dirname(root); isOpen(at); at = dirname(at)) {
    const kinds = await Promise.all(['.git', '.rawr'].map((name) => linkKind(join(at, name))))
    if (kinds.some((kind) => kind !== 'missing')) roots.push(at)
  }
  return roots
}

export const mayWrite = (scope: WriteScope, realPath: string): boolean =>
  scope.kind === 'everywhere' ||
  (scope.writable.some((folder) => isInside(folder, realPath)) && !scope.fixed.some((path) => isInside(path, realPath)))

/**
 * Commits must work, so `.git` stays writable; but what git runs on its own (hooks, and all a config can name) would run
 * outside the sandbox at the next git command of a person. Where `.git` or one of the two is a link or a file that leads
 * elsewhere, or has a `commondir` that does, a command could turn it round: then `.git` is fixed whole.
 */
const fixedInside = async (root: string): Promise<readonly string[]> => {
  const git = join(root, '.git')
  const inGit = [join(git, 'hooks'), join(git, 'config'), join(git, 'config.worktree')]
  const elsewhere = join(git, 'commondir')
  const kinds = await Promise.all([git, ...inGit].map(linkKind))
  const own = await ownFolder(root)
  if (kinds[0] === 'missing') return own
  const leadsAway = kinds[0] !== 'folder' || kinds.includes('link') || (await linkKind(elsewhere)) !== 'missing'
  if (!leadsAway) return [...inGit, elsewhere, ...own]
  const targets = await Promise.all(inGit.map((path) => realPathOf(path).catch(() => path)))
  const real = kinds[0] === 'link' ? await realpath(git).catch(() => null) : git
  return [...(real === null ? [] : [real]), ...targets.filter((path) => real === null || !isInside(real, path)), ...own]
}

/** No mount holds a link where it is, and an absolute one breaks the mounting; so where `.rawr` is one, what it leads to is fixed. */
const ownFolder = async (root: string): Promise<readonly string[]> => {
  const own = join(root, '.rawr')
  if ((await linkKind(own)) !== 'link') return [own]
  const target = await realpath(own).catch(() => null)
  return target === null ? [] : [target]
}

export const linkKind = (path: string): Promise<'folder' | 'link' | 'file' | 'missing'> =>
  lstat(path).then(
    (found) => (found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'folder' : 'file'),
    () => 'missing',
  )

const folderAt = async (path: string): Promise<string | null> => {
  try {
    return (await stat(path)).isDirectory() ? await realPathOf(path) : null
  } catch {
    return null
  }
}
