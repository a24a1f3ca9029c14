/** Stories that are kept: those that once broke a law, and those that find a planted bug. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { Story } from './story.ts'

const folder = fileURLToPath(new URL('../stories/', import.meta.url))

export const KeptStory = z.strictObject({
  /** Why it is kept. */
  found: z.string(),
  seed: z.number().int(),
  kind: z.string(),
  story: Story,
})
export type KeptStory = z.infer<typeof KeptStory>

/** By name, in the order of the names. */
export const keptStories = (): ReadonlyMap<string, KeptStory> =>
  new Map(
    readdirSync(folder)
      .sort()
      .map((file) => [
        file.replace(/\.json$/, ''),
        KeptStory.parse(JSON.parse(readFileSync(`${folder}${file}`, 'utf8'))),
      ]),
  )

export const keepStory = (name: string, kept: KeptStory): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(kept, null, 2)}\n`)
}
