import { expect, test } from 'vitest'
import { Answer, Story, StoryStep, ToolUse } from './story.ts'
import { writeStory } from './write-story.ts'

const stories = Array.from({ length: 500 }, (_, seed) => writeStory(seed))

test('a seed always writes the same story, and every story is a legal one', () => {
  expect(writeStory(42)).toEqual(stories[42])
  for (const story of stories) expect(Story.parse(JSON.parse(JSON.stringify(story)))).toEqual(story)
})

test('among five hundred stories every step, every answer and every tool is met', () => {
  const steps = new Set(stories.flatMap(({ steps }) => steps.map((step) => step.do)))
  const answers = stories.flatMap(({ answers }) => answers)
  expect([...steps].sort()).toEqual(StoryStep.options.map(({ shape }) => shape.do.value).sort())
  expect([...new Set(answers.map(({ says }) => says))].sort()).toEqual([...Answer.shape.says.options].sort())
  expect([...new Set(answers.flatMap(({ calls }) => calls))].sort()).toEqual([...ToolUse.options].sort())
})
