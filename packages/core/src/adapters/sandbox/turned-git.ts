/**
 * A file `commondir` in `.git` sends git to another folder for its config and hooks. There is none in a repository of one's own, and
 * what is not there cannot be mounted read-only, so one that a confined command has made is taken away behind it.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Confinement } from './sandbox.ts'
import { linkKind, writeScope } from './write-scope.ts'

/** The file that a command in this confinement may have made; `null`: there is none that it could have. */
export const turnableGit = async (confinement: Confinement): Promise<string | null> => {
  if (confinement.mode !== 'workspace-write') return null
  const git = join(confinement.workspace, '.git')
  const path = join(git, 'commondir')
  const scope = await writeScope(confinement)
  // A `.git` that leads elsewhere is read-only whole, and one with such a file of its own counts among them.
  const isFixed = scope.kind === 'folders' && scope.fixed.some((fixed) => fixed.endsWith('/.git'))
  return isFixed || (await linkKind(git)) === 'file' ? null : path
}

/** Whether there was something to take away. */
export const turnBack = async (path: string | null): Promise<boolean> => {
  if (path === null || (await linkKind(path)) === 'missing') return false
  await rm(path, { recursive: true, force: true })
  return true
}
