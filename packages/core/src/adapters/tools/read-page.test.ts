import { expect, test } from 'vitest'
import { PAGE_CHARACTERS_MAX, type Page, readPage } from './read-page.ts'
import type { Encoding } from './text-file.ts'

type Order = { readonly start?: number; readonly end?: number; readonly encoding?: Encoding }

const pageOf = (pieces: readonly (string | Uint8Array)[], order: Order = {}): Promise<Page> => {
  const chunks = async function* () {
    for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
  return readPage({ encoding: 'utf-8', start: 1, end: Number.POSITIVE_INFINITY, ...order, chunks: chunks() })
}

test('lines come with their own ends, wherever the chunks were cut', async () => {
  const page = { text: 'a\r\nb\nc', lastLine: 3, linesSeen: 3, stopped: 'at_end' }
  expect(await pageOf(['a\r\nb\nc'])).toEqual(page)
  expect(await pageOf(['a', '\r', '\nb', '\n', 'c'])).toEqual(page)
  expect(await pageOf([Buffer.from('€').subarray(0, 1), Buffer.from('€').subarray(1)])).toMatchObject({ text: '€' })
})

test('a range is inclusive and says whether it ended the file', async () => {
  const pieces = ['a\nb\nc\n']
  expect(await pageOf(pieces, { start: 2, end: 2 })).toEqual({
    text: 'b\n',
    lastLine: 2,
    linesSeen: 2,
    stopped: 'as_asked',
  })
  expect(await pageOf(pieces, { start: 2, end: 3 })).toEqual({
    text: 'b\nc\n',
    lastLine: 3,
    linesSeen: 3,
    stopped: 'at_end',
  })
  expect(await pageOf(pieces, { start: 9 })).toEqual({ text: '', lastLine: 3, linesSeen: 3, stopped: 'at_end' })
  expect(await pageOf([])).toEqual({ text: '', lastLine: 0, linesSeen: 0, stopped: 'at_end' })
})

test('a page holds whole lines up to its limit', async () => {
  const line = `${'x'.repeat(999)}\n`
  const page = await pageOf([line.repeat(100)])
  expect(page).toEqual({ text: line.repeat(32), lastLine: 32, linesSeen: 32, stopped: 'page_full' })
})

test('a line longer than a page is cut between characters', async () => {
  const page = await pageOf(['x', '🎈'.repeat(PAGE_CHARACTERS_MAX)])
  expect(page).toEqual({
    text: `x${'🎈'.repeat((PAGE_CHARACTERS_MAX - 2) / 2)}`,
    lastLine: 1,
    linesSeen: 1,
    stopped: 'line_cut',
  })
})

test('a file much longer than its page is not read to its end', async () => {
  let read = 0
  const endless = async function* () {
    for (;;) {
      read += 1
      yield Buffer.from('line\n'.repeat(1000))
    }
  }
  await readPage({ chunks: endless(), encoding: 'utf-8', start: 1, end: 10 })
  expect(read).toBe(1)
})
