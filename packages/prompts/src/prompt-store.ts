/**
 * The user's own copies of the prompts, `RAWR_HOME/auto-compact/*.md`. What is missing is seeded, what is there is never
 * overwritten, and what cannot be used is replaced in memory by the embedded text, with a warning that says why.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '@rawr/protocol'
import { defaultText, PLACEHOLDERS, PROMPT_FILES, type PromptFile } from './catalog.ts'
import { type Frontmatter, type Prompt, parsePrompt } from './frontmatter.ts'
import { unknownPlaceholders } from './template.ts'

export type PromptStore = {
  /** Of `auto-compact.md`. */
  readonly frontmatter: Frontmatter
  /** Without frontmatter, placeholders unfilled. */
  readonly bodies: Readonly<Record<PromptFile, string>>
  /** One line each: which file, what is wrong, what happens instead. */
  readonly warnings: readonly string[]
}

export type PromptStoreOptions = {
  /** `RAWR_HOME`. */
  readonly home: string
}

export const promptFolder = (home: string): string => join(home, 'auto-compact')

/** Never fails: whatever is wrong with the folder, the embedded texts are there. */
export const openPromptStore = async ({ home }: PromptStoreOptions): Promise<PromptStore> => {
  const folder = promptFolder(home)
  const warnings: string[] = []
  const folderFault = await attempt(() => mkdir(folder, { recursive: true, mode: 0o700 }))
  if (folderFault !== null) warnings.push(`${folder}: ${folderFault}; the embedded prompts are used`)
  const loaded: [PromptFile, Prompt][] = []
  for (const file of PROMPT_FILES) {
    const prompt = folderFault === null ? await loadPrompt(join(folder, file), file) : err(null)
    if (!prompt.ok && prompt.error !== null) warnings.push(`${prompt.error}; the embedded text is used`)
    const used = prompt.ok ? prompt.value : embedded(file)
    const unknown = unknownPlaceholders(used.body, PLACEHOLDERS[file])
    if (unknown.length > 0)
      warnings.push(
        `${join(folder, file)}: nothing is known for ${unknown.map((name) => `{${name}}`).join(', ')}; left as typed`,
      )
    loaded.push([file, used])
  }
  const prompts = Object.fromEntries(loaded) as Record<PromptFile, Prompt> // PROMPT_FILES names every file once.
  const bodies = Object.fromEntries(loaded.map(([file, { body }]) => [file, body])) as Record<PromptFile, string>
  return { frontmatter: prompts['auto-compact.md'].frontmatter, bodies, warnings }
}

/** No folder of another and no hidden trick: a name, and nothing that leads anywhere. */
const FILE_NAME = /^(?!\.{1,2}$)[^/\\\0]+$/

export type PromptQuestion = PromptStoreOptions & { readonly file: string }

/** The body of one prompt by its bare file name; the error says why there is none. */
export const readPrompt = async ({ home, file }: PromptQuestion): Promise<Result<string, string>> => {
  if (!FILE_NAME.test(file)) return err(`${JSON.stringify(file)} is no bare file name inside auto-compact`)
  const path = join(promptFolder(home), file)
  try {
    const prompt = parsePrompt(await readFile(path, 'utf8'))
    return prompt.ok ? ok(prompt.value.body) : err(`${path}: ${prompt.error}`)
  } catch (error) {
    return err(`${path}: ${messageOf(error)}`)
  }
}

const loadPrompt = async (path: string, file: PromptFile): Promise<Result<Prompt, string>> => {
  const text = await readOrSeed(path, defaultText(file))
  if (!text.ok) return text
  const prompt = parsePrompt(text.value)
  return prompt.ok ? prompt : err(`${path}: ${prompt.error}`)
}

/** Two daemons that seed at once, or a user who saves in that moment: `wx` never overwrites. */
const readOrSeed = async (path: string, text: string): Promise<Result<string, string>> => {
  try {
    return ok(await readFile(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return err(`${path}: ${messageOf(error)}`)
  }
  const fault = await attempt(() => writeFile(path, text, { flag: 'wx', mode: 0o600 }))
  return fault === null ? ok(text) : err(`${path}: ${fault}`)
}

const embedded = (file: PromptFile): Prompt => {
  const prompt = parsePrompt(defaultText(file))
  if (!prompt.ok) throw new Error(`the embedded ${file} is broken: ${prompt.error}`)
  return prompt.value
}

const attempt = async (work: () => Promise<unknown>): Promise<string | null> => {
  try {
    await work()
    return null
  } catch (error) {
    return messageOf(error)
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
