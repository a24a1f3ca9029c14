/** Failure row STRM-07 at the terminal: the key that cancels does so, also while a compaction waits for its summary. */
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const { desks, screens, closing } = cleared()

test('STRM-07: Esc ends a compaction whose summary takes half a minute, and the session goes on', {
  timeout: 120_000,
}, async () => {
  const counting = Array.from({ length: 4 }, (_, n) => ({
    calls: [{ name: 'shell', arguments: { command: `seq ${n * 4_000} ${n * 4_000 + 4_000}` } }],
  }))
  const model = await startTalkingModel({
    answers: [...counting, { say: 'All counted.' }, { say: 'Painted.' }],
    aside: (body) => (body.includes('"tool_choice":"none"') ? { waitMs: 30_000, say: 'Too late.' } : null),
  })
  closing.push(model.close)
  const desk = openDesk()
  desks.push(desk)
  serveModel(desk.home, { url: model.url, contextWindow: 1_000_000 })
  const screen = openScreen({ desk, args: ['open'], columns: 100, rows: 40 })
  screens.push(screen)
  await screen.until('Ask for anything')
  screen.type('Count the berths.\r')
  await screen.until(() => /● All counted\./.test(screen.history()))
  const asked = model.bodies().length
  screen.type('/compact --strategy full\r')
  await screen.until(() => model.bodies().length > asked)
  const at = performance.now()
  screen.type('\u001b')
  await screen.until('Esc again interrupts', 5_000)
  screen.type('\u001b')
  await screen.until(() => /Compaction (failed|cancelled|interrupted)|Interrupted/i.test(screen.history()), 5_000)
  expect(performance.now() - at).toBeLessThan(2_000)
  screen.type('Paint them.\r')
  await screen.until(() => /● Painted\./.test(screen.history()))
  expect(screen.history()).not.toContain('Too late.')
})
