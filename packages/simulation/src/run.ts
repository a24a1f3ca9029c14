/** One story from its beginning to its judgment. */
import type { Breach } from '@rawr/protocol/testing'
import type { Story } from './story.ts'
import { judge } from './world/judge.ts'
import { playStory } from './world/play.ts'
import { comeToRest } from './world/rest.ts'
import type { World } from './world/world.ts'

export type Run = { readonly world: World; readonly breaches: readonly Breach[] }

/** What nobody caught while this story was played belongs to it. */
export const runStory = async (story: Story): Promise<Run> => {
  const uncaught: unknown[] = []
  const note = (cause: unknown): void => {
    uncaught.push(cause)
  }
  process.on('unhandledRejection', note)
  try {
    const world = await playStory(story)
    const breaches = judge(world, await comeToRest(world))
    return { world, breaches: [...breaches, ...uncaught.map(asBreach)] }
  } finally {
    process.off('unhandledRejection', note)
  }
}

const asBreach = (cause: unknown): Breach => ({
  law: 'log',
  at: 'unhandled rejection',
  message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
})
