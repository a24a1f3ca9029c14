import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeRolloutLine, HistoryItem, type RolloutLine } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { excerptAround, findText } from './find-text.ts'

const path = join(mkdtempSync(join(tmpdir(), 'rawr-find-')), 'log.jsonl')

const message = (text: string, origin: string, ordinal: number): RolloutLine => ({
  timestamp: '2026-03-04T05:06:07.089Z',
  ordinal,
  type: 'response_item',
  payload: HistoryItem.parse({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
    meta: { id: `i${ordinal}`, at: 0, origin },
  }),
})

const write = (...lines: readonly RolloutLine[]) =>
  writeFileSync(path, lines.map((line) => `${encodeRolloutLine(line)}\n`).join(''))

test('the first message of a person or the agent is found, in any case; what the program wrote is not', async () => {
  write(
    message('a LAMP of the program', 'context', 1),
    message('Light the Lamp', 'user', 2),
    message('lamp', 'assistant', 3),
  )
  expect(await findText(path, 'lamp')).toEqual({ itemId: 'i2', excerpt: 'Light the Lamp' })
  expect(await findText(path, 'harbour')).toBeNull()
})

test('quotes, line ends and letters beyond ASCII are found as they were typed', async () => {
  write(message('say "hallo"\nthen Größe', 'user', 1))
  for (const text of ['"HALLO"\nthen', 'größe']) expect(await findText(path, text)).toMatchObject({ itemId: 'i1' })
})

test('a name of a field of the log is no text of a message', async () => {
  write(message('nothing here', 'user', 1))
  expect(await findText(path, 'response_item')).toBeNull()
})

test('an excerpt is one line, and marks what is left out', () => {
  const long = `${'a'.repeat(100)} the\nlamp ${'b'.repeat(100)}`
  expect(excerptAround(long, 'lamp')).toBe(`…${'a'.repeat(55)} the lamp ${'b'.repeat(59)}…`)
  expect(excerptAround('no', 'lamp')).toBeNull()
})
