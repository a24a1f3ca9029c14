import { expect, test } from 'vitest'
import { nearestKey } from './nearest-key.ts'

const keys = ['mode', 'model', 'max_tail_messages', 'context_window', 'tools']

const rows: [string, string | null][] = [
  ['modle', 'model'],
  ['mdoe', 'mode'],
  ['max_tail_message', 'max_tail_messages'],
  ['contextWindow', 'context_window'],
  ['context-window', 'context_window'],
  ['Tools', 'tools'],
  ['zebra', null],
  ['', null],
]

test.each(rows)('%j is near %j', (key, expected) => expect(nearestKey(key, keys)).toBe(expected))
