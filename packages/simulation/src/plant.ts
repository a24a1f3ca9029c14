/** Plants a bug: the text of one source file is changed as it is loaded. A text that is not there is an error, not a miss. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { PlantedBug } from './planted-bugs.ts'

const root = new URL('../../../', import.meta.url)

/** The file with the bug in it. */
export const planted = ({ file, text, becomes, name }: PlantedBug): string => {
  const source = readFileSync(fileURLToPath(new URL(file, root)), 'utf8')
  const times = source.split(text).length - 1
  if (times !== 1) throw new Error(`${name}: the text to change is ${times} times in ${file}, not once:\n${text}`)
  return source.replace(text, () => becomes)
}

/** For everything that is loaded from now on. */
export const plant = (bug: PlantedBug): void => {
  const source = planted(bug)
  const { href } = new URL(bug.file, root)
  registerHooks({
    load: (url, context, nextLoad) =>
      url === href ? { format: 'module-typescript', source, shortCircuit: true } : nextLoad(url, context),
  })
}
