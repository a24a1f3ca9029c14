import { allItems, applyLine, emptyHistory, visibleItems } from '@rawr/compaction'
import { decodeRolloutLine, encodeRolloutLine, type RolloutLine } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compact, withPast } from '../../testing/reading-session.ts'
import { repairLog } from './repair-log.ts'

const NOW = '2026-03-14T09:00:00.000Z'

/** A thread that read, was compacted, and went on. */
const sound = async (): Promise<readonly RolloutLine[]> => {
  const bench = await withPast(6)
  await compact(bench, 'sb_compact')
  await bench.until(({ msg }) => msg.type === 'context_compacted' || msg.type === 'compact_failed')
  return bench.log.lines
}

type Damage = {
  readonly kind: 'cut' | 'flip' | 'drop' | 'repeat' | 'swap' | 'junk' | 'half'
  readonly at: number
  readonly by: number
}

const damaged = (texts: readonly string[], { kind, at, by }: Damage): readonly string[] => {
  const index = Math.floor(at * texts.length)
  const line = texts[index] ?? ''
  const within = Math.floor(by * line.length)
  const put = (...lines: readonly string[]): readonly string[] => [
    ...texts.slice(0, index),
    ...lines,
    ...texts.slice(index + 1),
  ]
  switch (kind) {
    case 'cut':
      return [...texts.slice(0, index), line.slice(0, within)]
    case 'flip':
      return put(`${line.slice(0, within)}\u0007${line.slice(within + 1)}`)
    case 'drop':
      return put()
    case 'repeat':
      return put(line, line)
    case 'swap':
      return put(texts[index + 1] ?? '', line)
    case 'junk':
      return put('{"not":"ours"}', 'plain text', '\u0000\u0000', line)
    case 'half':
      return put(line.slice(0, within), line)
  }
}

const history = (lines: readonly RolloutLine[]) => lines.reduce(applyLine, emptyHistory)

test('a log without damage is left as it is', async () => {
  const lines = await sound()
  const [first] = lines
  if (first?.type !== 'session_meta') throw new Error('no beginning')
  expect(repairLog({ texts: lines.map(encodeRolloutLine), threadId: first.payload.id, now: NOW })).toMatchObject({
    dropped: [],
    lines: lines.map(({ ordinal }) => ({ ordinal })),
  })
})

test('law: 300 damaged logs load again, keep every whole item, and need no second repair', {
  timeout: 120_000,
}, async () => {
  const lines = await sound()
  const [first] = lines
  if (first?.type !== 'session_meta') throw new Error('no beginning')
  const threadId = first.payload.id
  const texts = lines.map(encodeRolloutLine)
  const kind = fc.constantFrom<Damage['kind']>('cut', 'flip', 'drop', 'repeat', 'swap', 'junk', 'half')
  const fraction = fc.double({ min: 0, max: 0.999, noNaN: true })
  const damage = fc.record({ kind, at: fraction, by: fraction })
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      const broken = damages.reduce(damaged, texts)
      const { lines: repaired } = repairLog({ texts: broken, threadId, now: NOW })
      expect(repaired[0]).toMatchObject({ type: 'session_meta', payload: { id: threadId } })
      expect(repaired.map(({ ordinal }) => ordinal)).toEqual(repaired.map((_, index) => index))
      const whole = new Set(
        broken.flatMap((text) => {
          const line = decodeRolloutLine(text)
          return line.ok && line.value.type === 'response_item' ? [line.value.payload.meta.id] : []
        }),
      )
      const loaded = history(repaired)
      expect(new Set(allItems(loaded).map(({ meta }) => meta.id))).toEqual(whole)
      expect(() => visibleItems(loaded)).not.toThrow()
      const again = repairLog({ texts: repaired.map(encodeRolloutLine), threadId, now: NOW })
      expect(again.dropped).toEqual([])
      expect(again.lines).toEqual(repaired)
    }),
    { numRuns: 300 },
  )
})
