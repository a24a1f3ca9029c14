// A part of the tracks in a thread of its own: reads the sessions, runs, and posts the rows.
import { parentPort, workerData } from 'node:worker_threads'
import { loadExactCount } from '@rawr/lab'
import { countOnce, houseArms, runRecall, sessionSet, splitOf, type TrackName } from '@rawr/lab/recall'
import { ablationArms, oracleArms, productArms } from './product-arms.ts'
import { readSet } from './read-set.ts'

export type Task = {
  readonly data: string
  readonly split?: string | undefined
  readonly tracks: readonly TrackName[]
  /** By name: an arm is code, and does not travel. */
  readonly arms: readonly string[]
}

// What the thread was started with.
const task = workerData as Task
const started = performance.now()
const { sessions, refused } = await readSet(task.data)
for (const message of refused) process.stderr.write(`left out: ${message}\n`)

const rows = await runRecall({
  set: sessionSet(sessions.filter(({ name }) => task.split === undefined || splitOf(name) === task.split)),
  arms: [...houseArms, ...productArms, ...oracleArms, ...ablationArms].filter(({ name }) => task.arms.includes(name)),
  tracks: task.tracks,
  count: countOnce(await loadExactCount()),
  onTrack: (track, made) => {
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    process.stderr.write(`${seconds} s  track ${track}: ${made} rows\n`)
  },
})
parentPort?.postMessage(rows)
