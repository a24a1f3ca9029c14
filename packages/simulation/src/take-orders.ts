/** What a thread of the crew does: it plays the seeds it is given, one after the other. */
import { parentPort } from 'node:worker_threads'
import type { Found, Order, Report } from './crew.ts'
import { runStory } from './run.ts'
import { kindOf, shrinkStory } from './shrink.ts'
import type { Story } from './story.ts'
import { eventsInWords } from './words.ts'
import { writeStory } from './write-story.ts'

const breachesOf = async (story: Story) => (await runStory(story)).breaches

type Seeds = { readonly from: number; readonly to: number }

/** Of a story that breaks several laws the one that was looked for is told, else the first. */
const play = async ({ from, to }: Seeds, wanted: string | null): Promise<Report> => {
  const found: Found[] = []
  for (let seed = from; seed < to; seed += 1) {
    const breaches = await breachesOf(writeStory(seed))
    const breach = breaches.find(({ law }) => law === wanted) ?? breaches[0]
    if (breach !== undefined) found.push({ seed, kind: kindOf(breach), breach })
  }
  return { found }
}

const shrink = async ({ seed, kind, triesMax }: Extract<Order, { do: 'shrink' }>): Promise<Report> => {
  const story = await shrinkStory(writeStory(seed), { kind, attempt: breachesOf, triesMax })
  const { world } = await runStory(story)
  return { shrunk: { story, events: eventsInWords(world.client(0)?.transcript.events() ?? []) } }
}

/** `wanted`: the law that a planted bug should break. */
export const takeOrders = (wanted: string | null): void => {
  parentPort?.on('message', (order: Order) => {
    const report = order.do === 'play' ? play(order, wanted) : shrink(order)
    report.then(
      (answer) => parentPort?.postMessage(answer),
      (cause: unknown) => {
        throw cause
      },
    )
  })
}
