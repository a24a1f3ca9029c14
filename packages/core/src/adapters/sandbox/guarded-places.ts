/**
 * What no mount can hold while a confined command runs, put right as soon as it changes. A file `commondir` in `.git` sends git to
 * another folder for its config and hooks: what is not there cannot be mounted read-only. And a `.git` or `.rawr` that is a link
 * can be replaced: a mount goes where the link leads.
 */
import { type FSWatcher, watch } from 'node:fs'
import { readlink, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { realPathOf } from './real-path.ts'
import type { Confinement } from './sandbox.ts'
import { linkKind, protectedRoots, writeScope } from './write-scope.ts'

export type PlaceGuard = {
  /** The command has ended: looks once more, and says what was put right since the guard began, a sentence each. */
  release(): Promise<readonly string[]>
}

type Place = {
  /** Its folder is watched for this name. */
  readonly folder: string
  readonly name: string
  /** Whether there was something to put right. */
  readonly restore: () => Promise<boolean>
  readonly told: string
}

export const guardPlaces = async (confinement: Confinement): Promise<PlaceGuard> => {
  const places = await placesOf(confinement)
  const told = new Set<string>()
  // One after the other: a look that meets the restoring of another would take the link away that was just put back.
  let last = Promise.resolve()
  const look = (place: Place): Promise<void> => {
    last = last.then(async () => {
      if (await place.restore().catch(() => false)) told.add(place.told)
    })
    return last
  }
  const watchers = places.flatMap((place) => watching(place, () => void look(place)) ?? [])
  return {
    release: async () => {
      for (const watcher of watchers) watcher.close()
      for (const place of places) await look(place)
      return [...told]
    },
  }
}

/** `undefined` where the system has no watches left: then it is put right when the command ends. */
const watching = ({ folder, name }: Place, changed: () => void): FSWatcher | undefined => {
  try {
    const watcher = watch(folder, { persistent: false }, (_kind, file) => {
      if (file === null || file === name) changed()
    })
    return watcher.on('error', () => watcher.close())
  } catch {
    return undefined
  }
}

const placesOf = async (confinement: Confinement): Promise<readonly Place[]> => {
  if (confinement.mode !== 'workspace-write') return []
  const scope = await writeScope(confinement)
  if (scope.kind !== 'folders') return []
  const roots = await protectedRoots(await realPathOf(confinement.workspace), scope.writable)
  const places = roots.flatMap((root) => [
    ...['.git', '.rawr'].map((name) => linkPlace(root, name)),
    commondirPlace(scope.fixed, root),
  ])
  return (await Promise.all(places)).filter((place) => place !== null)
}

const commondirPlace = async (fixed: readonly string[], root: string): Promise<Place | null> => {
  const folder = join(root, '.git')
  const path = join(folder, 'commondir')
  // A `.git` that leads elsewhere is read-only whole, and one with such a file of its own counts among them.
  const isFixed = fixed.includes(folder)
  const kind = await linkKind(folder)
  if (isFixed || kind === 'file' || kind === 'link') return null
  return {
    folder: kind === 'folder' ? folder : root,
    name: kind === 'folder' ? 'commondir' : '.git',
    restore: async () => {
      if ((await linkKind(path)) === 'missing') return false
      await rm(path, { recursive: true, force: true })
      return true
    },
    told: 'The command made .git/commondir, which sends git to a configuration that nobody protects. It was taken away again.',
  }
}

const linkPlace = async (root: string, name: string): Promise<Place | null> => {
  const path = join(root, name)
  const target = await readlink(path).catch(() => null)
  if (target === null) return null
  return {
    folder: root,
    name,
    restore: async () => {
      if ((await readlink(path).catch(() => null)) === target) return false
      if ((await linkKind(path)) !== 'missing') await rename(path, await freePath(`${path}.replaced-`))
      await symlink(target, path)
      return true
    },
    told: `The command put something else in place of the link ${name}. The link is there again; what was put there lies beside it.`,
  }
}

const freePath = async (start: string): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const path = `${start}${number}`
    if ((await linkKind(path)) === 'missing') return path
  }
}
