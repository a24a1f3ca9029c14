/** Threads that play stories: seeds are handed out in small pieces, so that none waits for another. */
import { Worker } from 'node:worker_threads'
import type { Breach } from '@rawr/protocol/testing'
import type { PlantedBug } from './planted-bugs.ts'
import type { Story } from './story.ts'

export type Found = { readonly seed: number; readonly kind: string; readonly breach: Breach }

export type Shrunk = { readonly story: Story; readonly events: string }

export type Shrink = { readonly seed: number; readonly kind: string; readonly triesMax?: number }

/** What a thread is asked, and what it answers. */
export type Order =
  | { readonly do: 'play'; readonly from: number; readonly to: number }
  | ({ readonly do: 'shrink' } & Shrink)
export type Report = { readonly found: readonly Found[] } | { readonly shrunk: Shrunk }

export type Crew = {
  /** `isEnough` ends the search early. */
  play(seeds: {
    readonly from: number
    readonly to: number
    readonly onProgress?: (done: number) => unknown
    readonly isEnough?: (found: readonly Found[]) => boolean
  }): Promise<readonly Found[]>
  shrink(shrink: Shrink): Promise<Shrunk>
  close(): void
}

const PIECE = 20

export type CrewOptions = {
  readonly size: number
  /** A bug that is planted in the sources before they are loaded. */
  readonly bug?: PlantedBug
}

const PROGRAM = new URL('./worker.ts', import.meta.url)

/** Packages are loaded from their sources, whoever started this program. */
const FLAGS = ['--conditions=@rawr/source']

export const openCrew = ({ size, bug }: CrewOptions): Crew => {
  const workers = Array.from({ length: size }, () => new Worker(PROGRAM, { execArgv: FLAGS, workerData: bug ?? null }))
  const ask = (worker: Worker, order: Order): Promise<Report> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject)
      worker.once('message', (report: Report) => {
        worker.off('error', reject)
        resolve(report)
      })
      worker.postMessage(order)
    })
  return {
    play: async ({ from, to, onProgress = () => {}, isEnough = () => false }) => {
      const found: Found[] = []
      let next = from
      let done = 0
      const work = async (worker: Worker): Promise<void> => {
        while (next < to && !isEnough(found)) {
          const [begin, end] = [next, Math.min(to, next + PIECE)]
          next = end
          const report = await ask(worker, { do: 'play', from: begin, to: end })
          if ('found' in report) found.push(...report.found)
          done += end - begin
          onProgress(done)
        }
      }
      await Promise.all(workers.map(work))
      return found.toSorted((a, b) => a.seed - b.seed)
    },
    shrink: async (shrink) => {
      const [worker] = workers
      if (worker === undefined) throw new Error('a crew of nobody')
      const report = await ask(worker, { do: 'shrink', ...shrink })
      if (!('shrunk' in report)) throw new Error('the thread answered something else')
      return report.shrunk
    },
    close: () => {
      for (const worker of workers) void worker.terminate()
    },
  }
}
