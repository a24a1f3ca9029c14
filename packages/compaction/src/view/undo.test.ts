import { type Compacted, CompactionId } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { applyLine, type History } from '../history/history.ts'
import { historyWith, id, line, user, withCompaction } from '../testing/items.ts'
import { compactionsSince, redoCompaction, undoCompaction } from './undo.ts'

const entry = (name: string): Compacted => ({
  id: CompactionId.parse(name),
  trigger: 'manual',
  requested: 'extractive',
  strategy: 'extractive',
  message: '',
  tokens_before: 0,
  tokens_after: 0,
  view: { through: id('i1'), entries: [] },
  anchor_hash: '',
  prompt_version: '1',
  duration_ms: 0,
})

const undone = (history: History, name: string): History =>
  applyLine(history, line({ type: 'undo', payload: { compacted_id: CompactionId.parse(name) } }))

const plain = historyWith([user('a')])
const twice = withCompaction(withCompaction(plain, entry('c1')), entry('c2'))

describe('undo and redo', () => {
  it('undo names the newest compaction in force', () => {
    expect(undoCompaction(twice)).toEqual({ ok: true, value: 'c2' })
    expect(undoCompaction(undone(twice, 'c2'))).toEqual({ ok: true, value: 'c1' })
  })

  it('undo refuses an older one, and says which goes first', () => {
    const refused = undoCompaction(twice, CompactionId.parse('c1'))
    expect(refused).toMatchObject({ ok: false, error: { reason: 'not_the_active_one' } })
    expect(!refused.ok && refused.error.message).toContain('c2')
  })

  it('undo of nothing says so', () => {
    expect(undoCompaction(plain)).toMatchObject({ ok: false, error: { reason: 'nothing_to_undo' } })
  })

  it('redo goes back in the order of the undoing', () => {
    const none = undone(undone(twice, 'c2'), 'c1')
    expect(redoCompaction(none)).toEqual({ ok: true, value: 'c1' })
    expect(redoCompaction(none, CompactionId.parse('c2'))).toMatchObject({
      ok: false,
      error: { reason: 'not_the_active_one' },
    })
    expect(redoCompaction(undone(twice, 'c2'))).toEqual({ ok: true, value: 'c2' })
    expect(redoCompaction(twice)).toMatchObject({ ok: false, error: { reason: 'nothing_to_redo' } })
  })
})

describe('what an archive held', () => {
  const archived = withCompaction(
    withCompaction(withCompaction(plain, { ...entry('c1'), archive: '10-a' }), { ...entry('c2'), archive: '11-a' }),
    { ...entry('c3'), archive: '12-a' },
  )

  it('is seen again once everything since is undone, newest first', () => {
    expect(compactionsSince(archived, '11')).toEqual({ ok: true, value: ['c3', 'c2'] })
    expect(compactionsSince(undone(archived, 'c3'), '11-a')).toEqual({ ok: true, value: ['c2'] })
  })

  it('is refused where no compaction in force has it, or several have', () => {
    for (const name of ['13', 'x'])
      expect(compactionsSince(archived, name)).toMatchObject({ ok: false, error: { reason: 'nothing_to_undo' } })
    expect(compactionsSince(undone(archived, 'c3'), '12').ok).toBe(false)
    expect(compactionsSince(archived, '1')).toMatchObject({ ok: false, error: { reason: 'not_the_active_one' } })
  })
})
