import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'

test('the heads-up of the wire and the one of the own watcher are one line', () => {
  const text = 'Compacting soon (ready, 70 % left).'
  const screen = on.openScreen()
  screen.take({ type: 'watcher_noticed', kind: 'heads_up', text })
  screen.see({ type: 'compaction_heads_up', trigger: 'auto_watcher', message: text })
  expect(screen.printed().filter(({ kind }) => kind === 'notice')).toHaveLength(1)
})

test('a notice waits behind what still runs', () => {
  const screen = on.openScreen().see(on.started, on.runs('sleep 1'), { type: 'warning', message: 'later' })
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'thread' })
  screen.see(on.ran('sleep 1', ''))
  expect(screen.printed().slice(-2)).toMatchObject([{ kind: 'exec' }, { kind: 'notice', text: 'later' }])
})
