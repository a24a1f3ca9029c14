/**
 * What no mount can hold while a confined command runs, put right as soon as it changes. A file `commondir` in `.git` sends git to
 * another folder for its config and hooks: what is not there cannot be mounted read-only. And a `.git` or `.rawr` that is a link
 * can be replaced: a mount goes where the link leads.
 */
import { type FSWatcher, watch } from 'node:fs'
import { readdir, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type HeldFolder, holdFolder, holdInside } from '../store/held-folder.ts'
import { realPathOf } from './real-path.ts'
import type { Confinement } from './sandbox.ts'
import { linkKind, protectedRoots, writeScope } from './write-scope.ts'

export type PlaceGuard = {
  /** The command has ended: looks once more, and says what was put right since the guard began, a sentence each. */
  release(): Promise<readonly string[]>
}

/** Links that commands have made, path to target: whoever made one may take it away. */
export type PlantedLinks = Map<string, string>

type Place = {
  /** Its folder is watched for this name. */
  readonly folder: string
  readonly name: string
  /** A name in the place itself that is watched for too, from when the place is there. */
  readonly within?: string
  /** What was put right, as a sentence; `null`: nothing was. */
  readonly restore: () => Promise<string | null>
}

/** Of what a command puts in place of a link again and again, the first so many are kept. */
const KEPT_BESIDE_MAX = 8

/** Links in `planted` are left alone, and those that come while the guard is on are noted there. */
export const guardPlaces = async (confinement: Confinement, planted: PlantedLinks = new Map()): Promise<PlaceGuard> => {
  const roots = await rootsOf(confinement)
  const paths = roots.flatMap(({ root }) => ['.git', '.rawr'].map((name) => join(root, name)))
  const before = await linksAt(paths)
  const places = await placesOf(roots, before, planted)
  const told = new Set<string>()
  // One after the other: a look that meets the restoring of another would take the link away that was just put back.
  let last = Promise.resolve()
  const look = (place: Place): Promise<void> => {
    last = last.then(async () => {
      const sentence = await place.restore().catch(() => null)
      if (sentence !== null) told.add(sentence)
    })
    return last
  }
  const watches = places.map((place) => watching(place, () => void look(place)))
  return {
    release: async () => {
      for (const stop of watches) stop()
      for (const place of places) await look(place)
      for (const [path, target] of await linksAt(paths)) if (!before.has(path)) planted.set(path, target)
      return [...told]
    },
  }
}

const watching = ({ folder, name, within }: Place, changed: () => void): (() => void) => {
  let inner: FSWatcher | undefined
  const watchWithin = (): void => {
    inner?.close()
    inner = within === undefined ? undefined : watchFor(join(folder, name), within, changed)
  }
  const outer = watchFor(folder, name, () => {
    watchWithin()
    changed()
  })
  watchWithin()
  return () => {
    outer?.close()
    inner?.close()
  }
}

/** `undefined` where the system has no watches left: then it is put right when the command ends. */
const watchFor = (folder: string, name: string, changed: () => void): FSWatcher | undefined => {
  try {
    const watcher = watch(folder, { persistent: false }, (_kind, file) => {
      if (file === null || file === name) changed()
    })
    return watcher.on('error', () => watcher.close())
  } catch {
    return undefined
  }
}

type Root = { readonly root: string; readonly fixed: readonly string[] }

const rootsOf = async (confinement: Confinement): Promise<readonly Root[]> => {
  if (confinement.mode !== 'workspace-write') return []
  const scope = await writeScope(confinement)
  if (scope.kind !== 'folders') return []
  const roots = await protectedRoots(await realPathOf(confinement.workspace), scope.writable)
  return roots.map((root) => ({ root, fixed: scope.fixed }))
}

const linksAt = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const links = new Map<string, string>()
  for (const path of paths) {
    const target = await readlink(path).catch(() => null)
    if (target !== null) links.set(path, target)
  }
  return links
}

const placesOf = async (
  roots: readonly Root[],
  links: ReadonlyMap<string, string>,
  planted: PlantedLinks,
): Promise<readonly Place[]> => {
  const guarded = roots.flatMap(({ root }) =>
    ['.git', '.rawr'].flatMap((name) => {
      const target = links.get(join(root, name))
      const isGuarded = target !== undefined && planted.get(join(root, name)) !== target
      return isGuarded ? [linkPlace(root, name, target)] : []
    }),
  )
  const repositories = await Promise.all(roots.map(({ root, fixed }) => commondirPlace(fixed, root)))
  return [...guarded, ...repositories.filter((place) => place !== null)]
}

const commondirPlace = async (fixed: readonly string[], root: string): Promise<Place | null> => {
  const folder = join(root, '.git')
  // A `.git` that leads elsewhere is read-only whole, and one with such a file of its own counts among them.
  const isFixed = fixed.includes(folder)
  const kind = await linkKind(folder)
  if (isFixed || kind === 'file' || kind === 'link') return null
  return {
    folder: root,
    name: '.git',
    within: 'commondir',
    restore: async () => ((await takeOut(folder, 'commondir')) ? TOOK_COMMONDIR : null),
  }
}

const TOOK_COMMONDIR =
  'The command made .git/commondir, which sends git to a configuration that nobody protects. It was taken away again.'

/** Through a link nothing is taken out: a command decides where it leads, and could have the daemon remove what it may not. */
const takeOut = async (folder: string, name: string): Promise<boolean> => {
  const held = await holdFolder(folder).catch(() => null)
  if (held === null) return false
  const path = join(held.at, name)
  try {
    if ((await linkKind(path)) === 'missing') return false
    await unlink(path).catch(() => rmdir(path))
    return true
  } finally {
    await held.close()
  }
}

const linkPlace = (root: string, name: string, target: string): Place => {
  const path = join(root, name)
  let kept = 0
  let number = 0
  const putBeside = async (): Promise<void> => {
    do number += 1
    while ((await linkKind(`${path}.replaced-${number}`)) !== 'missing')
    await rename(path, `${path}.replaced-${number}`)
    kept += 1
    if (kept > KEPT_BESIDE_MAX) await discard(root, `${name}.replaced-${number}`).catch(() => {})
  }
  return {
    folder: root,
    name,
    restore: async () => {
      if ((await readlink(path).catch(() => null)) === target) return null
      const wasReplaced = (await linkKind(path)) !== 'missing'
      if (wasReplaced) await putBeside()
      await symlink(target, path)
      return wasReplaced
        ? `The command put something else in place of the link ${name}. The link is there again; what was put there lies beside it, the first ${KEPT_BESIDE_MAX} times.`
        : `The command removed the link ${name}. The link is there again.`
    },
  }
}

const discard = async (root: string, name: string): Promise<void> => {
  const held = await holdFolder(root)
  try {
    await removeInside(held, name)
  } finally {
    await held.close()
  }
}

/** Folder by folder through held ones: the command still runs and may put a link in the place of any. */
const removeInside = async (parent: HeldFolder, name: string): Promise<void> => {
  const folder = await holdInside(parent, name).catch(() => null)
  if (folder === null) return unlink(join(parent.at, name))
  try {
    for (const entry of await readdir(folder.at)) await removeInside(folder, entry)
  } finally {
    await folder.close()
  }
  await rmdir(join(parent.at, name))
}
