// The sources without a guard.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The changed files of a guard, or why they cannot be made: `{files}` or `{problem}`. */
export const removed = (folder, { row, changes }) => {
  const texts = new Map()
  for (const { file, text, becomes } of changes) {
    const source = texts.get(file) ?? readIfThere(join(folder, file))
    if (source === null) return { problem: `${row}: there is no ${file}` }
    const times = source.split(text).length - 1
    if (times !== 1)
      return { problem: `${row}: the text of its guard is ${times} times in ${file}, not once:\n${text}` }
    texts.set(
      file,
      source.replace(text, () => becomes),
    )
  }
  return { files: [...texts].map(([path, text]) => ({ path, text })) }
}

const readIfThere = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
