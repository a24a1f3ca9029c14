/** Instruction files that change while a thread goes on, on the disk and over the wire. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { opensRows, running, saying } from './testing/row-bench.ts'

const open = opensRows()

const countOf = (text: string | undefined, part: string): number =>
  (text ?? '').split(JSON.stringify(part).slice(1, -1)).length - 1

test('AGENTS.md is read again before each turn: by whomever it was changed, created or removed, also across a restart', {
  timeout: 60_000,
}, async () => {
  const write = `printf 'Whisper.\\n' > AGENTS.md`
  const row = await open({
    answers: [saying('Aye.'), saying('Aye.'), running(write), saying('Written.'), saying('Aye.')],
  })
  const file = join(row.bench.cwd, 'AGENTS.md')
  const last = (): string | undefined => row.bodies().at(-1)
  await row.say('First.')
  expect(last()).not.toContain('<project_instructions path')
  writeFileSync(file, 'Answer in one "word".\r\n')
  await row.say('Second.')
  expect(countOf(last(), 'Answer in one "word".\r\n')).toBe(1)
  await row.say('Third.')
  // The agent wrote it itself in this turn, and is told at the next.
  expect(last()).not.toContain('state=\\"changed\\"')
  await row.bench.restart()
  await row.say('Fourth.')
  expect(countOf(last(), 'Whisper.\n\n</project_instructions>')).toBe(1)
  expect(last()).toContain('state=\\"changed\\"')
  rmSync(file)
  await row.say('Fifth.')
  expect(countOf(last(), 'state="removed"')).toBe(1)
  expect(countOf(last(), 'Whisper.\n\n</project_instructions>')).toBe(1)
  await row.say('Sixth.')
  expect(countOf(last(), 'state="removed"')).toBe(1)
})
