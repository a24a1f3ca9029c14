import { expect, test } from 'vitest'
import { openScreen } from '../testing/screens.ts'

const typed = (line: string) => {
  const screen = openScreen()
  // The palette completes on the first Enter what is not a whole name yet.
  for (const char of line) screen.press(char)
  return screen.press('\r')
}

test.each([
  ['/compact', [{ op: { type: 'compact' } }]],
  ['/compact the parser --dry-run', [{ op: { type: 'compact_plan', focus: 'the parser' } }]],
  ['/uncompact', [{ op: { type: 'uncompact' } }]],
  ['/recompact cp_1', [{ op: { type: 'recompact', compaction_id: 'cp_1' } }]],
  ['/new', [{ type: 'open_thread', op: { type: 'thread_start', cwd: '/home/ada/engine' } }]],
  ['/resume', [{ type: 'list_threads' }]],
  ['/resume th_9', [{ type: 'open_thread', op: { type: 'thread_resume', thread_id: 'th_9' } }]],
  ['/quit', [{ type: 'quit' }]],
])('%s', (line, effects) => expect(typed(line).asked()).toMatchObject(effects))

test('a wrong flag is one line that says what there is, and nothing is sent', () => {
  const screen = typed('/compact --frob')
  expect(screen.asked()).toEqual([])
  expect(screen.printed().at(-1)).toMatchObject({
    kind: 'notice',
    tone: 'warn',
    text: expect.stringContaining('--dry-run'),
  })
})

test('/status shows the same figures as the status line', () => {
  const screen = typed('/status')
  const figure = /~42k of 100k · ~54 % left/
  expect(screen.frame()).toMatch(figure)
  expect(screen.printed().at(-1)).toMatchObject({
    rows: expect.arrayContaining([{ label: 'context', value: expect.stringMatching(figure) }]),
  })
})
