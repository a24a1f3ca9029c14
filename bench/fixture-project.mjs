// A project to work in: sixty large text files, sixty small ones, rules, and one commit. The same bytes each time.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILES = 60
const PART_CHARACTERS = 16_000

export const fixtureProject = (folder) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < FILES; index += 1) {
    writeFileSync(join(folder, `part-${index}.txt`), partText(index))
    writeFileSync(join(folder, `notes-${index}.txt`), `note ${index}\n`)
  }
  writeFileSync(join(folder, 'AGENTS.md'), '# Project rules\nNever edit files under vendor/.\n')
  const git = (...words) => spawnSync('git', words, { cwd: folder })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@localhost', 'commit', '-qm', 'Begin')
  return folder
}

const partText = (index) => {
  let text = ''
  let seed = index * 7919 + 17
  while (text.length < PART_CHARACTERS) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    text += `part ${index}, at ${text.length}: function f${seed % 997}(a, b) { return a * ${seed % 89} + b } // ${seed.toString(36)}\n`
  }
  return text
}
