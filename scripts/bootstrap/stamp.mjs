// A stamp is a hash of the inputs that a phase was last done for. Same hash: nothing to do.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

const folder = join(root, 'node_modules/.cache/rawr')

/** Content decides: a lockfile that only got a new date must not cost an install. */
export const hashContents = (paths) => {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Path, time and size decide: hundreds of files, looked at on every start, so none is opened. */
export const hashStats = (paths) => {
  const hash = createHash('sha256')
  for (const path of paths) {
    const { mtimeMs, size } = statSync(join(root, path))
    hash.update(`${path}\0${mtimeMs}\0${size}\0`)
  }
  return hash.digest('hex')
}

/** Every file below a folder, sorted, as paths from the root of the workspace. */
export const filesBelow = (path, isWanted) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = `${path}/${entry.name}`
      if (entry.isDirectory()) return filesBelow(below, isWanted)
      return isWanted(below) ? [below] : []
    })

/** The workspace's packages: the folders of packages/ that have a package.json. */
export const packageFolders = () =>
  readdirSync(join(root, 'packages'))
    .sort()
    .map((name) => `packages/${name}`)
    .filter((path) => statSync(join(root, path, 'package.json'), { throwIfNoEntry: false }) !== undefined)

export const readStamp = (name) => {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return null
  }
}

export const writeStamp = (name, hash) => {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, hash)
  renameSync(`${path}.${process.pid}`, path)
}
