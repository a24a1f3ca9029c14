import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLine, parseCsv, splitLine } from '../src/csv.js'

test('plain cells', () => assert.deepEqual(splitLine('a,b,c'), ['a', 'b', 'c']))
test('a comma inside quotes', () => assert.deepEqual(splitLine('a,"b,c"'), ['a', 'b,c']))
test('a doubled quote', () => assert.deepEqual(splitLine('"say ""ahoy"""'), ['say "ahoy"']))
test('rows by column name', () => assert.deepEqual(parseCsv('x,y\n1,2\n\n3,4\n'), [{ x: '1', y: '2' }, { x: '3', y: '4' }]))
test('a short row names its line', () => assert.throws(() => parseCsv('x,y\n1,2\n3\n'), /line 3: 1 cells, 2 columns/))
test('files with CRLF', () => assert.deepEqual(parseCsv('x,y\r\n1,2\r\n'), [{ x: '1', y: '2' }]))
test('a cell with a quote is quoted', () => assert.equal(formatLine(['a', 'b"c']), 'a,"b""c"'))
