/** Which folder a piece of work belongs to: where its repository begins, else where its `.rawr` lies, else itself. */
import { realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type Project = {
  readonly root: string
  /** From the root down to the working folder, both included. */
  readonly folders: readonly string[]
}

/** `home` is never taken for a project's `.rawr`, though the user's own folder holds one. */
export const findProject = async ({ cwd, home }: { cwd: string; home: string }): Promise<Project> => {
  const above = foldersUpFrom(cwd)
  const root = (await firstWith(above, '.git', home)) ?? (await firstWith(above, '.rawr', home)) ?? cwd
  return { root, folders: above.slice(0, above.indexOf(root) + 1).toReversed() }
}

const foldersUpFrom = (cwd: string): string[] => {
  const folders = [cwd]
  for (let folder = cwd; dirname(folder) !== folder; folder = dirname(folder)) folders.push(dirname(folder))
  return folders
}

const firstWith = async (folders: readonly string[], name: string, home: string): Promise<string | null> => {
  for (const folder of folders) {
    const path = join(folder, name)
    if ((await exists(path)) && !(await isSameFolder(path, home))) return folder
  }
  return null
}

/** True also where a link leads from one to the other; false where either is missing. */
export const isSameFolder = async (a: string, b: string): Promise<boolean> => {
  const [first, second] = await Promise.all([realpathOrNull(a), realpathOrNull(b)])
  return first !== null && first === second
}

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const realpathOrNull = async (path: string): Promise<string | null> => realpath(path).catch(() => null)
