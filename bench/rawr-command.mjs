// How to run the command without npm in between: the build where there is one, else the sources.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const rawrCommand = ({ sources }) => {
  const built = fromRoot('packages/cli/dist/main.mjs')
  if (!sources && existsSync(built)) return { about: 'rawr as built', program: process.execPath, args: [built] }
  const args = ['--conditions=@rawr/source', fromRoot('packages/cli/src/main.ts')]
  return { about: 'rawr from its sources', program: process.execPath, args }
}
