import { encodeRolloutLine } from '@rawr/protocol'
import { describe, expect, test } from 'vitest'
import { keptStories } from './kept-stories.ts'
import { runStory } from './run.ts'
import { writeStory } from './write-story.ts'

describe('stories that once broke a law break none now', () => {
  for (const [name, { story }] of keptStories())
    test(name, async () => {
      expect((await runStory(story)).breaches).toEqual([])
    })
})

test('the first stories keep every law', async () => {
  for (let seed = 0; seed < 40; seed += 1)
    expect({ seed, breaches: (await runStory(writeStory(seed))).breaches }).toEqual({ seed, breaches: [] })
})

test('a story played twice gives the same log, line by line', async () => {
  const log = async () => {
    const { world } = await runStory(writeStory(18))
    const threadId = world.threadId()
    return threadId === null ? [] : world.disk.lines(threadId).map(encodeRolloutLine)
  }
  const once = await log()
  expect(once.length).toBeGreaterThan(100)
  expect(await log()).toEqual(once)
})
