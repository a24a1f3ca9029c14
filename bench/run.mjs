// `pnpm bench <name> [options]`: the measurements of the house, each a file of its own, run from the sources.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
const [name, ...args] = process.argv.slice(2)

if (name === undefined || !names.includes(name)) {
  process.stderr.write(`which bench? one of: ${names.join(', ')}\n`)
  process.exitCode = 2
} else {
  const { run } = await import(join(folder, `${name}.ts`))
  process.exitCode = await run(args)
}
