import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'

const ESC = '\u001b'
const ops = (screen: on.TestScreen) =>
  screen
    .asked()
    .map((effect) =>
      effect.type === 'say' || effect.type === 'submit' ? `${effect.type} ${effect.op.type}` : effect.type,
    )

test('Enter begins a turn, steers one that runs, and Alt-Enter queues', () => {
  const screen = on.openScreen().press('one').press('\r')
  expect(ops(screen)).toEqual(['say user_turn'])
  screen.see(on.started).press('two').press('\r')
  expect(ops(screen)).toEqual(['say user_input'])
  screen.press('three').press(`${ESC}\r`)
  expect(ops(screen)).toEqual(['say user_turn'])
})

test('TUI-08: 40 pasted lines are one input, with and without brackets, and nothing is sent before the key', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\r')
  for (const paste of [`${ESC}[200~${lines}\r${ESC}[201~`, lines, `${lines}\r\r`]) {
    const screen = on.openScreen().press(paste)
    expect(screen.asked()).toEqual([])
    screen.press('\r')
    expect(screen.asked()).toMatchObject([
      { op: { items: [{ text: expect.stringMatching(/^line 0\nline 1\n.*line 39/s) }] } },
    ])
  }
})

test('Shift-Enter and a backslash go on in a new line', () => {
  const screen = on.openScreen().press('a').press(`${ESC}[13;2u`).press('b\\').press('\r').press('c').press('\r')
  expect(screen.asked()).toMatchObject([{ op: { items: [{ text: 'a\nb\nc' }] } }])
})

test('Esc twice interrupts, once does not', () => {
  const screen = on.openScreen().see(on.started).press(ESC)
  expect(ops(screen)).toEqual([])
  expect(screen.frame()).toContain('Esc again interrupts')
  screen.press(ESC)
  expect(ops(screen)).toEqual(['submit interrupt'])
})

test('two Esc far apart, or with another key between, do not interrupt', () => {
  const screen = on.openScreen().see(on.started).press(ESC).wait(5_000).press(ESC).press('x').press(ESC)
  expect(ops(screen)).toEqual([])
})

test('Esc stops a sequence of the watcher first', () => {
  const screen = on.openScreen().see(on.started)
  screen.take({ type: 'watcher_moved', name: 'compacting' })
  expect(ops(screen.press(ESC))).toEqual(['cancel_sequence'])
})

test('Ctrl-Z gives the terminal to the shell, whatever is open, and changes nothing', () => {
  const screen = on.openScreen().see(on.started, on.asks).press('half')
  const before = screen.state()
  expect(ops(screen.press('\u001a'))).toEqual(['suspend'])
  expect(screen.state().editor).toEqual(before.editor)
})

test('Ctrl-C clears the line, then interrupts, then leaves', () => {
  const screen = on.openScreen().see(on.started).press('typed').press('\u0003')
  expect(screen.state().editor.text).toBe('')
  expect(ops(screen.press('\u0003'))).toEqual(['submit interrupt'])
  expect(ops(screen.press('\u0003'))).toEqual(['quit'])
})

test.each([
  ['y', 'approved'],
  ['s', 'approved_for_session'],
  ['n', 'denied'],
  ['a', 'abort'],
  [ESC, 'abort'],
])('%j answers an approval', (key, decision) => {
  const screen = on.openScreen().see(on.started, on.asks).wait(600).press(key)
  expect(screen.asked()).toMatchObject([{ op: { type: 'exec_approval', decision } }])
})

test('while something is being written, letters are letters, not answers', () => {
  const screen = on.openScreen().see(on.started).press('wh').see(on.asks).press('y')
  expect(screen.asked()).toEqual([])
  expect(screen.state().editor.text).toBe('why')
})

test('a key that was on its way when the question came is no answer, and is not lost', () => {
  const screen = on.openScreen().see(on.started, on.asks).wait(100).press('y')
  expect(screen.asked()).toEqual([])
  expect(screen.state().editor.text).toBe('y')
  expect(screen.frame()).toContain('Ctrl-C empties the line; then')
  expect(ops(screen.press('\u0003').wait(600).press('y'))).toEqual(['submit exec_approval'])
})

test('a key pressed twice answers one question: the next one was not read yet', () => {
  const screen = on
    .openScreen()
    .see(on.started, on.asks, { ...on.asks, request_id: on.request('rq_2') } as typeof on.asks)
    .wait(600)
    .press('y')
  expect(ops(screen)).toEqual(['submit exec_approval'])
  screen.see({ type: 'approval_resolved', request_id: on.request('rq_1'), decision: 'approved' }).press('y')
  expect(ops(screen)).toEqual([])
})

test('a dry run: Enter does exactly this plan, Esc leaves it', () => {
  const screen = on.openScreen().see(on.dryRun).press('\r')
  expect(screen.asked()).toMatchObject([{ op: { type: 'compact', plan_id: 'pl_1' } }])
  expect(on.openScreen().see(on.dryRun).press(ESC).state().panel).toEqual({ kind: 'none' })
})

test('the palette narrows, moves and completes', () => {
  const screen = on.openScreen().press('/com')
  expect(screen.frame()).toContain('▸ /compact')
  screen.press(`${ESC}[B`).press('\t')
  expect(screen.state().editor.text).toBe('/uncompact ')
  expect(screen.state().panel).toEqual({ kind: 'none' })
})

test('@ asks for files and puts the chosen one in', () => {
  const screen = on.openScreen().press('see @pa')
  expect(screen.asked()).toMatchObject([{ type: 'find_files', query: 'pa' }])
  screen.take({ type: 'files_found', query: 'pa', paths: ['src/parser.ts', 'src/path.ts'] })
  screen.press(`${ESC}[B`).press('\r')
  expect(screen.state().editor.text).toBe('see @src/path.ts ')
})

test('an answer to an older question is not shown', () => {
  const screen = on.openScreen().press('@pa').press('r')
  screen.take({ type: 'files_found', query: 'pa', paths: ['old'] })
  expect(screen.state().panel).toMatchObject({ query: 'par', found: [] })
})

test('nothing but spaces is no message: Enter takes them away; in front of a command they count for nothing', () => {
  const screen = on.openScreen().press('   ').press('\r')
  expect(screen.state().editor.text).toBe('')
  expect(screen.asked()).toEqual([])
  expect(screen.press('  /status').press('\r').printed().at(-1)).toMatchObject({ kind: 'table', title: 'Status' })
  expect(screen.press(' !git status').press('\r').asked()).toMatchObject([{ op: { command: 'git status' } }])
})

test('a lone ! is asked about, and not sent', () => {
  const screen = on.openScreen().press('!').press('\r')
  expect(screen.asked()).toEqual([])
  expect(screen.printed().at(-1)).toMatchObject({ tone: 'warn', text: expect.stringContaining('!git status') })
})

test('Ctrl-C clears the line at once, also where it is being on.completed', () => {
  for (const line of ['/com', 'see @nothing-like-it']) {
    const screen = on.openScreen().press(line).press('\u0003')
    expect(screen.state()).toMatchObject({ editor: { text: '' }, panel: { kind: 'none' } })
  }
})
