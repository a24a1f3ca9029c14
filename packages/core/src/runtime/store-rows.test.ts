/** STORE-05: a disk that refuses in the middle of a compaction, at each of its writes in turn. */
import { historyFromLines, visibleItems } from '@rawr/compaction'
import type { RolloutLine } from '@rawr/protocol'
import { expect, test } from 'vitest'
import type { ProjectFiles } from '../ports/project-files.ts'
import { memoryIds, type OpenedSession } from '../testing/index.ts'
import { compact, openReading, withPast } from '../testing/reading-session.ts'

/** Counts the writes of log, sync and project files together, and refuses those that it was told to. */
const failingDisk = () => {
  const disk = { writes: 0, refuses: (_nth: number): boolean => false }
  const write = (): void => {
    disk.writes += 1
    if (disk.refuses(disk.writes)) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
  }
  const files: ProjectFiles = {
    writeArchive: async () => write(),
    dropArchive: async () => write(),
    archives: async () => [],
    readArchive: async () => null,
    writeSnapshot: async () => write(),
  }
  return { disk, write, files }
}

const view = (lines: readonly RolloutLine[]): string => JSON.stringify(visibleItems(historyFromLines(lines)))

const TURNS = 50

/** A thread whose compaction meets a disk that refuses. */
const compactedOn = async (refuses: (nth: number) => boolean) => {
  const { disk, write, files } = failingDisk()
  const bench: OpenedSession = await withPast(6, {
    projectFiles: files,
    onAppend: write,
    onSync: async () => write(),
    unjudged: 'the disk lies',
  })
  const before = view(bench.log.lines)
  disk.writes = 0
  disk.refuses = refuses
  await compact(bench, 'sb_compact', { strategy: 'extractive', budget: 3_000 }).catch(() => null)
  // Nothing of it waits for the world, so it has ended soon; where all writes fail nobody can be told that it has.
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate)
  await bench.session.close('unload').catch(() => {})
  return { lines: bench.log.lines, before, writes: disk.writes }
}

test('STORE-05: whichever write of a compaction fails, the session reloads to before or after it, and goes on', {
  timeout: 60_000,
}, async () => {
  const whole = await compactedOn(() => false)
  const after = view(whole.lines)
  expect(after).not.toBe(whole.before)
  expect(whole.writes).toBeGreaterThan(5)
  const ends = new Set<string>()
  for (let nth = 1; nth <= whole.writes; nth += 1)
    for (const refuses of [(at: number) => at === nth, (at: number) => at >= nth]) {
      const { lines, before } = await compactedOn(refuses)
      const reloaded = view(lines)
      const compactions = lines.filter(({ type }) => type === 'compacted').length
      expect(reloaded === before, `write ${nth}`).toBe(compactions === 0)
      ends.add(compactions === 0 ? 'before' : 'after')
      if (compactions > 0) expect(reloaded.length, `write ${nth}`).toBe(after.length)
      const again = openReading({
        lines: [...lines],
        ids: memoryIds(`again${nth}`),
        script: [{ text: 'Here.' }],
        unjudged: 'the disk lied in its first life',
      })
      await again.say('sb_again', 'Are you there?')
      expect((await again.ended('sb_again')).msg.type, `write ${nth}`).toBe('turn_complete')
      await again.session.close('unload')
    }
  expect(ends).toEqual(new Set(['before', 'after']))
})
