import { expect, onTestFinished, test } from 'vitest'
import { openCrew } from './crew.ts'

test('2,000 stories keep every law', async () => {
  const crew = openCrew({ size: 2 })
  onTestFinished(crew.close)
  expect(await crew.play({ from: 0, to: 2_000 })).toEqual([])
}, 600_000)
