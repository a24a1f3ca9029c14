// The packages as they would be published: built, packed, and looked at by publint and attw.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './bootstrap/root.mjs'
import { packageFolders } from './bootstrap/stamp.mjs'

const bin = join(root, 'node_modules/.bin')
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: '1' }

/** Prints what came of it; gives the text back where it failed. */
const run = ({ text, folder, command, args }) => {
  const { status, stdout, stderr, error } = spawnSync(join(bin, command), args, {
    cwd: join(root, folder),
    env,
    encoding: 'utf8',
  })
  if (status === 0) process.stdout.write(`✔ ${text}\n`)
  else process.stdout.write(`✘ ${text}\n${`${stdout}${stderr}${error ?? ''}`.trimEnd().replaceAll(/^/gm, '  ')}\n`)
  return status === 0 ? null : text
}

const hasDoors = (folder) => {
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return Object.values(exports).some((target) => typeof target === 'object')
}

export const checkPackages = () => {
  const unbuilt = run({
    text: 'every package builds',
    folder: '.',
    command: 'turbo',
    args: ['run', 'build', '--output-logs=errors-only'],
  })
  if (unbuilt !== null) return { passed: 0, failures: [unbuilt] }
  const results = packageFolders().flatMap((folder) => [
    run({ text: `publint ${folder}`, folder, command: 'publint', args: ['--strict', '--pack', 'pnpm'] }),
    // The command is a program: it has no types to get wrong.
    ...(hasDoors(folder)
      ? [run({ text: `attw ${folder}`, folder, command: 'attw', args: ['--pack', '.', '--profile', 'esm-only'] })]
      : []),
  ])
  const failures = results.filter((text) => text !== null)
  return { passed: results.length + 1 - failures.length, failures }
}
