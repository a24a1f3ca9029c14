// Proof that the checks see: each fault is planted in a scratch copy of the workspace and the check it belongs to must fail and
// name the file; before that, the copy as it is must pass. A check that passes everything fails here.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './bootstrap/root.mjs'
import { faults } from './tests/faults.mjs'

const SKIPPED = new Set(['node_modules', '.git', '.cache', '.turbo', 'dist', 'coverage'])

/** Dependencies are linked. Links among the packages are relative, and copied as they are: they lead into the copy. */
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

const runCheck = (copy, name) => {
  const args = ['scripts/check.mjs', name]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return { isGreen: status === 0, output: `${stdout}${stderr}` }
}

/** Writes the planted files, runs, and puts back what was there. */
const withPlanted = (copy, files, run) => {
  const before = files.map(({ path }) => ({ path, text: readIfThere(join(copy, path)) }))
  const made = files.map(({ path }) => mkdirSync(dirname(join(copy, path)), { recursive: true }))
  for (const { path, text } of files) writeFileSync(join(copy, path), text)
  try {
    return run()
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

const tell = ({ isGood, text, output }) => {
  process.stdout.write(isGood ? `✔ ${text}\n` : `✘ ${text}\n${output.trimEnd().replaceAll(/^/gm, '  ')}\n`)
  return isGood ? null : text
}

const checkClean = (copy) =>
  [...new Set(faults.map(({ check }) => check))].map((check) => {
    const { isGreen, output } = runCheck(copy, check)
    return tell({ isGood: isGreen, text: `${check} passes the copy as it is`, output })
  })

const checkFaults = (copy) =>
  faults.map(({ check, fault, says, files }) => {
    const { isGreen, output } = withPlanted(copy, files, () => runCheck(copy, check))
    const expected = [says, basename(files.at(-1).path)]
    const missing = expected.filter((words) => !output.includes(words))
    const complaint = isGreen ? 'it passed' : `it did not say ${missing.join(', ')}:\n${output}`
    return tell({ isGood: !isGreen && missing.length === 0, text: `${check} finds ${fault}`, output: complaint })
  })

export const runFaults = () => {
  const copy = makeCopy()
  try {
    const results = [...checkClean(copy), ...checkFaults(copy)]
    const failures = results.filter((text) => text !== null)
    return { passed: results.length - failures.length, failures }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failures } = runFaults()
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
