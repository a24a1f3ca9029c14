import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countByKind, historyOf, readLog } from '../src/log-reader.js'

const text = '2031-05-04T14:30 PILOT V012 boarded\n-- watch changed --\n2031-05-04T15:00 BERTH V013 all fast\n'

test('entries in order', () => assert.deepEqual(readLog(text).entries.map((entry) => entry.vessel), ['V012', 'V013']))
test('other lines are counted', () => assert.equal(readLog(text).skipped, 1))
test('the history of a ship', () => assert.equal(historyOf(readLog(text), 'V013')[0].note, 'all fast'))
test('counts by kind', () => assert.deepEqual(countByKind(readLog(text)), { PILOT: 1, BERTH: 1 }))
