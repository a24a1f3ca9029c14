/**
 * One thread of the crew. Where a bug is to be planted, the sources are changed on their way in: nothing is written, and
 * the thread has the only copy.
 */
import { workerData } from 'node:worker_threads'
import { plant } from './plant.ts'
import { PlantedBug } from './planted-bugs.ts'

const bug = workerData === null ? null : PlantedBug.parse(workerData)
if (bug !== null) plant(bug)
// Loaded only now, so that the bug is in what it loads.
const { takeOrders } = await import('./take-orders.ts')
takeOrders(bug?.law ?? null)
