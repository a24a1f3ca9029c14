// Each path again, with every socket dropped once between any two steps: nothing typed is lost, nothing happens twice, no law is broken.
import { expect, test } from 'vitest'
import { PATHS, playPath } from '../testing/paths.ts'

/** What the user typed, as often as the newest request of the work has it. */
const timesIn = (told: string, text: string): number => {
  const last = told.split('\n\n').findLast((request) => request.includes('asks for work')) ?? ''
  return last.split('\n').filter((line) => line.startsWith('  user') && line.endsWith(`“${text}”`)).length
}

test.each(PATHS)('$name: the socket drops between any two steps', { timeout: 240_000 }, async (path) => {
  const whole = await playPath(path)
  expect(whole.breaches).toEqual([])
  const tellings = new Set<string>()
  for (let dropAfter = 1; dropAfter < whole.logged; dropAfter += 1) {
    const played = await playPath(path, { dropAfter })
    const { told, breaches, ends, state, isDropped, compactions } = played
    const at = `dropped after ${dropAfter} of ${whole.logged}: ${whole.seenByFirst[dropAfter - 1]}\n${told}`
    expect(isDropped, at).toBe(true)
    expect(breaches, at).toEqual([])
    expect(ends, at).toEqual(path.says.map(() => 'turn_complete'))
    for (const text of path.says) expect(timesIn(told, text), `${text}: ${at}`).toBe(1)
    expect(state, at).toBe('idle')
    // A driver that is lost in mid-sequence ends the sequence: then there is no compaction, and never a second one.
    expect(compactions.length, at).toBeLessThanOrEqual(path.triggers.length)
    expect(path.triggers, at).toEqual(expect.arrayContaining([...compactions]))
    tellings.add(told)
  }
  // Either the path goes on as if nothing had happened, or it is given up; there is no third way of a half compaction.
  expect(
    [...tellings].every(
      (told) => told.includes('<handoff>') === told.includes('<summary>') || path.triggers[0] === 'built_in',
    ),
  ).toBe(true)
})
