// A copy of the workspace to plant faults in. Dependencies are linked; what is built or cached stays behind.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { root } from './bootstrap/root.mjs'

const SKIPPED = new Set(['node_modules', '.git', '.cache', '.turbo', 'dist', 'coverage'])

/** Links among the packages are relative, and copied as they are: they lead into the copy. */
const linkDependencies = (copy, folder) => {
  const dependencies = join(folder, 'node_modules')
  mkdirSync(join(copy, dependencies))
  for (const name of readdirSync(join(root, dependencies))) {
    const entry = join(dependencies, name)
    if (name === '@rawr') cpSync(join(root, entry), join(copy, entry), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(root, entry), join(copy, entry))
  }
}

const makeCopy = () => {
  const copy = mkdtempSync(join(tmpdir(), 'rawr-planted-'))
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => path === root || !SKIPPED.has(basename(path)) || path.includes(`${sep}fixtures${sep}`),
  })
  linkDependencies(copy, '')
  for (const name of readdirSync(join(copy, 'packages'))) linkDependencies(copy, join('packages', name))
  return copy
}

/** `run` gets the copy's folder; the copy is gone when it returns. */
export const withCopy = async (run) => {
  const copy = makeCopy()
  try {
    return await run(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Writes the planted files, runs, and puts back what was there. */
export const withPlanted = async (copy, files, run) => {
  const before = files.map(({ path }) => ({ path, text: readIfThere(join(copy, path)) }))
  const made = files.map(({ path }) => mkdirSync(dirname(join(copy, path)), { recursive: true }))
  for (const { path, text } of files) writeFileSync(join(copy, path), text)
  try {
    return await run()
  } finally {
    for (const { path, text } of before) {
      if (text === null) rmSync(join(copy, path))
      else writeFileSync(join(copy, path), text)
    }
    for (const folder of made) if (folder !== undefined) rmSync(folder, { recursive: true })
  }
}

const readIfThere = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
