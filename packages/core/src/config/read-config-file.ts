/** Finds and reads the one configuration file of a folder, YAML or TOML. Two of them would need a rule nobody remembers. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '@rawr/protocol'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import type { ConfigError } from './config-error.ts'

export type ConfigFile = { readonly file: string; readonly value: unknown }

/** No configuration is this long; something else is. */
const FILE_BYTES_MAX = 1024 * 1024

const FORMATS = [
  { name: 'config.yaml', parse: (text: string): unknown => parseYaml(text) },
  { name: 'config.toml', parse: (text: string): unknown => parseToml(text) },
] as const

/** `null` where the folder has none. */
export const readConfigFile = async (folder: string): Promise<Result<ConfigFile | null, ConfigError>> => {
  const found = []
  for (const format of FORMATS) {
    const file = join(folder, format.name)
    const text = await readText(file)
    if (!text.ok) return text
    if (text.value !== null) found.push({ file, text: text.value, parse: format.parse })
  }
  const [first, second] = found
  if (first === undefined) return ok(null)
  if (second !== undefined) return err(bothFiles(first.file, second.file))
  try {
    return ok({ file: first.file, value: first.parse(first.text) })
  } catch (cause) {
    return err({ code: 'syntax', file: first.file, message: `${first.file}: ${firstLine(cause)}` })
  }
}

const bothFiles = (file: string, other: string): ConfigError => ({
  code: 'both_files',
  file,
  message: `${file} and ${other} both exist; keep one of them.`,
})

/** Parsers add a drawing of the place below their first line; the line has the numbers. */
const firstLine = (cause: unknown): string => (cause as Error).message.split('\n')[0] ?? 'not readable'

const readText = async (file: string): Promise<Result<string | null, ConfigError>> => {
  try {
    const found = await stat(file)
    // A pipe of that name would be waited for.
    if (!found.isFile()) return err(unreadable(file, 'is no regular file'))
    if (found.size > FILE_BYTES_MAX) return err(unreadable(file, `is larger than ${FILE_BYTES_MAX} bytes`))
    const bytes = await readFile(file)
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok(null)
    return err(
      unreadable(file, cause instanceof TypeError ? 'is not UTF-8 text' : `cannot be read: ${firstLine(cause)}`),
    )
  }
}

const unreadable = (file: string, why: string): ConfigError => ({
  code: 'unreadable',
  file,
  message: `${file} ${why}.`,
})
