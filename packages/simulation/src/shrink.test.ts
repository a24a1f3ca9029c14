import { expect, test } from 'vitest'
import { kindOf, shrinkStory } from './shrink.ts'
import type { Story } from './story.ts'
import { writeStory } from './write-story.ts'

const breach = { law: 'L12', at: 'line 7', message: 'message sb_7 is nowhere' } as const

const fails = ({ steps }: Story): boolean => {
  const said = steps.findIndex((step) => step.do === 'say')
  return said !== -1 && steps.slice(said).some((step) => step.do === 'kill')
}

const long = Array.from({ length: 300 }, (_, seed) => writeStory(seed)).find(fails)

test('only the steps that matter stay', async () => {
  if (long === undefined) throw new Error('no story has a message and a kill behind it')
  const short = await shrinkStory(long, {
    kind: kindOf(breach),
    attempt: async (story) => (fails(story) ? [breach] : []),
  })
  expect(short.steps.map((step) => step.do)).toEqual(['say', 'kill'])
  expect(short.answers).toEqual([])
  expect(short).toMatchObject({ clients: 1, watcher: false, window: 32_000 })
})

test('a story that fails in another way is no shorter one of the same', async () => {
  const story = writeStory(3)
  expect(await shrinkStory(story, { kind: kindOf(breach), attempt: async () => [{ ...breach, law: 'L1' }] })).toEqual(
    story,
  )
})

test('the kind of a failure is its law and sentence without ids', () => {
  expect(kindOf(breach)).toBe('L12: message … is nowhere')
  expect(kindOf({ ...breach, message: 'message sb_912 is nowhere' })).toBe(kindOf(breach))
})

test('after so many tries the shortest so far is good enough', async () => {
  let tries = 0
  const attempt = async () => {
    tries += 1
    return []
  }
  await shrinkStory(writeStory(3), { kind: kindOf(breach), attempt, triesMax: 7 })
  expect(tries).toBe(7)
})
