import { contextUsage } from '@rawr/policy'
import { expect, test } from 'vitest'
import { models } from '../testing/answers.ts'
import { compacted, compacting, compactionId, completed, openScreen, started } from '../testing/screens.ts'

const typed = (line: string) => typeInto(openScreen(), line)

const typeInto = (screen: ReturnType<typeof openScreen>, line: string) => {
  // The palette completes on the first Enter what is not a whole name yet.
  for (const char of line) screen.press(char)
  return screen.press('\r')
}

test.each([
  ['/compact', [{ op: { type: 'compact' } }]],
  ['/compact the parser --dry-run', [{ op: { type: 'compact_plan', focus: 'the parser' } }]],
  ['/uncompact', [{ op: { type: 'uncompact' } }]],
  ['/recompact', [{ op: { type: 'recompact' } }]],
  ['/new', [{ type: 'open_thread', op: { type: 'thread_start', cwd: '/home/ada/engine' } }]],
  ['/resume', [{ type: 'list_threads' }]],
  ['/resume th_9', [{ type: 'open_thread', op: { type: 'thread_resume', thread_id: 'th_9' } }]],
  ['/context', [{ type: 'ask', query: { type: 'context_breakdown' } }]],
  ['/why', [{ type: 'ask', query: { type: 'explain' } }]],
  ['/why rq_9', [{ type: 'ask', query: { type: 'explain', decision_id: 'rq_9' } }]],
  ['/recall i4', [{ type: 'ask', query: { type: 'recall', target: { kind: 'id', id: 'i4' } } }]],
  ['/model', [{ type: 'ask', query: { type: 'model_list' } }]],
  ['/model gpt-5.2 high', [{ op: { type: 'override_turn_context', model: 'gpt-5.2', effort: 'high' } }]],
  ['!git status', [{ type: 'submit', op: { type: 'run_user_shell_command', command: 'git status' } }]],
  ['/pin the port is 7431', [{ op: { type: 'pin', target: { kind: 'fact', text: 'the port is 7431' } } }]],
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

test('/help tells every flag of /compact, and each is one that it knows', () => {
  const help = typed('/help').printed().at(-1)
  const labels = help?.kind === 'table' ? help.rows.map(({ label }) => label.trim().split(' ')[0] ?? '') : []
  const flags = labels.filter((label) => label.startsWith('--'))
  expect(flags).toHaveLength(8)
  for (const flag of flags) {
    const notice = typed(`/compact ${flag} ,`).printed().at(-1)
    expect(notice?.kind === 'notice' ? notice.text : '').not.toContain('knows no')
  }
})

test('/status shows the same figures as the status line', () => {
  const screen = typed('/status')
  const figure = /~42k of 100k · ~54 % left/
  expect(screen.frame()).toMatch(figure)
  expect(screen.printed().at(-1)).toMatchObject({
    rows: expect.arrayContaining([
      { label: 'context', value: expect.stringMatching(figure) },
      { label: 'sandbox', value: 'workspace-write, no network · approvals on-request' },
    ]),
  })
})

test('COUNT-10: W=200k, 33k kept for the answer, 30k used: room before the next tier and before the hard limit, each with its name', () => {
  const usage = contextUsage({
    usedTokens: 30_000,
    floorTokens: 9_000,
    windowTokens: 200_000,
    maxOutputTokens: 33_000,
    source: 'reported',
  })
  const screen = openScreen()
  const spent = { input_tokens: 30_000, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 }
  screen.see({ type: 'token_count', usage, total: { ...spent, total_tokens: 30_000 } })
  typeInto(screen, '/status')
  expect(screen.printed().at(-1)).toMatchObject({
    rows: expect.arrayContaining([
      { label: 'next', value: expect.stringMatching(/^ready in 14k tokens/) },
      // An eighth of the window is kept for an answer, never more: 200k - 25k - 30k.
      { label: 'limit', value: 'hard limit in 145k tokens' },
    ]),
  })
})

test('/model alone shows what the server offers; Enter takes one, the one that answers already is left alone', () => {
  const screen = typed('/model')
  screen.take({ type: 'told', msg: models })
  expect(screen.frame()).toMatch(/▸ gpt-5\.2 {7}400k tokens\n {2}gpt-5\.2-mini\n {2}通义-coder {4}33k tokens/)
  screen.asked()
  expect(screen.press('\r').asked()).toEqual([])
  screen.take({ type: 'told', msg: models })
  expect(screen.press('\u001b[B').press('\r').asked()).toMatchObject([
    { op: { type: 'override_turn_context', model: 'gpt-5.2-mini' } },
  ])
})

test('a server without a list: the model is told, and how to change it', () => {
  const screen = typed('/model')
  screen.take({ type: 'told', msg: { type: 'model_list_result', models: [], current: 'gpt-5.2' } })
  expect(screen.printed().at(-1)).toMatchObject({ text: expect.stringMatching(/gpt-5\.2.*\/model <name>/) })
})

test('a compaction is named by its number or its id; one that is not there is said so, and nothing is sent', () => {
  const screen = openScreen().see(started, compacting, compacted, completed)
  for (const name of ['1', compactionId]) {
    screen.press(`/uncompact ${name}`).press('\r')
    expect(screen.asked()).toMatchObject([{ op: { type: 'uncompact', compaction_id: compactionId } }])
    screen.press(`/history ${name}`).press('\r')
    expect(screen.asked()).toMatchObject([{ query: { type: 'compaction_show', compaction_id: compactionId } }])
  }
  for (const command of ['/history', '/uncompact', '/recompact']) {
    screen.press(`${command} 2`).press('\r')
    expect(screen.asked()).toEqual([])
    expect(screen.printed().at(-1)).toMatchObject({ tone: 'warn', text: expect.stringContaining('no compaction 2') })
  }
})

test('/history lists each compaction with its id, and which are undone', () => {
  const screen = openScreen().see(started, compacting, compacted, completed)
  screen.see({ type: 'compaction_undone', compaction_id: compactionId, tokens_before: 11_200, tokens_after: 41_900 })
  screen.press('/history').press('\r')
  expect(screen.printed().at(-1)).toMatchObject({
    title: expect.stringContaining('Compactions'),
    rows: [{ label: '1 cp_1', value: '~42k → ~11k tokens · archived 98 · undone' }],
  })
  screen.see({ type: 'compaction_redone', compaction_id: compactionId, tokens_before: 41_900, tokens_after: 11_200 })
  expect(screen.state().marks[0]?.isUndone).toBe(false)
})

test('a refused command of the person comes back to the composer', () => {
  const screen = openScreen().press('!ls').press('\r')
  const [asked] = screen.asked()
  if (asked?.type !== 'submit') throw new Error('nothing was submitted')
  screen.take({
    type: 'answered',
    id: asked.id,
    op: asked.op.type,
    answer: { type: 'rejected', id: asked.id, code: 'busy', message: 'A turn runs.', path: [] },
  })
  expect(screen.state()).toMatchObject({ editor: { text: '!ls' }, sending: [] })
})
