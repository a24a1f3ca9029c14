/** A path with every socket dropped once between any two steps: nothing typed is lost, nothing happens twice, no law is broken. */
import { expect } from 'vitest'
import { type Path, playPath } from './paths.ts'

/** What the user typed, as often as the newest request of the work has it. */
const timesIn = (told: string, text: string): number => {
  const last = told.split('\n\n').findLast((request) => request.includes('asks for work')) ?? ''
  return last.split('\n').filter((line) => line.startsWith('  user') && line.endsWith(`“${text}”`)).length
}

/** Most of a path is waiting: so many are played at once. */
const AT_ONCE = 6

/** Plays a path once whole, and once for each event it logs, with every socket dropped behind that one. */
export const dropEverywhere = async (path: Path): Promise<void> => {
  const whole = await playPath(path)
  expect(whole.breaches).toEqual([])
  const dropped = async (dropAfter: number): Promise<void> => {
    const { told, breaches, ends, state, isDropped, compactions } = await playPath(path, { dropAfter })
    const at = `dropped after ${dropAfter} of ${whole.logged}: ${whole.seenByFirst[dropAfter - 1]}\n${told}`
    expect(isDropped, at).toBe(true)
    expect(breaches, at).toEqual([])
    expect(ends, at).toEqual(path.says.map(() => 'turn_complete'))
    for (const text of path.says) expect(timesIn(told, text), `${text}: ${at}`).toBe(1)
    expect(state, at).toBe('idle')
    // A driver that is lost in mid-sequence ends the sequence: then there is no compaction, and never a second one.
    expect(compactions.length, at).toBeLessThanOrEqual(path.triggers.length)
    expect(path.triggers, at).toEqual(expect.arrayContaining([...compactions]))
    // It may be lost behind the compaction, and then hands nothing over; nothing is handed over without one.
    expect(!told.includes('<handoff>') || told.includes('<summary>'), at).toBe(true)
  }
  const steps = Array.from({ length: whole.logged - 1 }, (_, index) => index + 1)
  while (steps.length > 0) await Promise.all(steps.splice(0, AT_ONCE).map(dropped))
}
