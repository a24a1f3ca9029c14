/**
 * What waits to happen: a frame on its way, a disk that will answer, the next word of the model. Tasks of one lane happen
 * in order; which lane comes next is somebody else's choice.
 */

export type Task = { readonly lane: string; readonly owner: string; readonly run: () => void }

export type Tasks = {
  add(task: Task): void
  /** The first of each lane that is not stalled, in the order they were added. */
  ready(): readonly Task[]
  run(task: Task): void
  /** Somebody is dead: what they had under way, and whatever they still begin, does not happen. */
  forget(owner: string): void
  /** The lane is closed with all that waits in it. */
  clear(lane: string): void
  stall(lane: string): void
  flow(lane: string): void
  /** A promise that resolves when its task has happened. */
  wait(lane: string, owner: string): Promise<void>
}

export const openTasks = (): Tasks => {
  let waiting: Task[] = []
  const stalled = new Set<string>()
  const dead = new Set<string>()
  const add = (task: Task): void => {
    if (!dead.has(task.owner)) waiting.push(task)
  }
  return {
    add,
    ready: () => {
      const seen = new Set<string>(stalled)
      return waiting.filter(({ lane }) => !seen.has(lane) && seen.add(lane))
    },
    run: (task) => {
      waiting = waiting.filter((other) => other !== task)
      task.run()
    },
    forget: (owner) => {
      dead.add(owner)
      waiting = waiting.filter((task) => task.owner !== owner)
    },
    clear: (lane) => {
      waiting = waiting.filter((task) => task.lane !== lane)
    },
    stall: (lane) => {
      stalled.add(lane)
    },
    flow: (lane) => {
      stalled.delete(lane)
    },
    wait: (lane, owner) =>
      new Promise((resolve) => {
        add({ lane, owner, run: resolve })
      }),
  }
}

/** Everything that can go on without time or tasks has gone on: no other work of this program touches the world. */
export const drained = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
