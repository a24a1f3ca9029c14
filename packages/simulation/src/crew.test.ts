import { expect, onTestFinished, test } from 'vitest'
import { openCrew } from './crew.ts'

test('two threads share the seeds, and each is played once', async () => {
  const crew = openCrew({ size: 2 })
  onTestFinished(crew.close)
  const progress: number[] = []
  expect(await crew.play({ from: 0, to: 50, onProgress: (done) => progress.push(done) })).toEqual([])
  expect(progress.at(-1)).toBe(50)
  expect(progress).toHaveLength(3)
})

test('a search that has found enough ends early', async () => {
  const crew = openCrew({ size: 1 })
  onTestFinished(crew.close)
  let played = 0
  await crew.play({ from: 0, to: 1_000, onProgress: (done) => (played = done), isEnough: () => played > 0 })
  expect(played).toBe(20)
})
