import { expect, test } from 'vitest'
import { stretchesOf } from '../../probes/normal-form.ts'
import { syntheticSession } from '../synthetic.ts'
import { snapshotTail, snapshotText } from './snapshot.ts'

const events = stretchesOf(syntheticSession({ seed: 'snap', rounds: 6 })).flatMap((stretch) => stretch.events)

test('the snapshot names every edited file, and one entry is one line', () => {
  const text = snapshotText(events)
  const edited = events.filter(({ kind, tool }) => kind === 'call' && tool === 'Edit')
  for (const { path = '' } of edited)
    expect(text).toContain(`"path":"${path.split('/').slice(-2).join('/')}","why":"edited"`)
})

test('what room is left is the tail', async () => {
  const count = (text: string): number => text.length
  const budgetTokens = snapshotText(events).length + 200
  const { text } = await snapshotTail.compact({ events, budgetTokens, count, pins: [] })
  expect(text.endsWith(events.at(-1)?.text ?? '')).toBe(true)
  const small = await snapshotTail.compact({ events, budgetTokens: 50, count, pins: [] })
  expect(small.text.length).toBeLessThanOrEqual(50)
})
