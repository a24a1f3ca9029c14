import { isToolOutput, type RecallTarget, type RolloutLine, textOfOutput } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { compact, withPast } from '../testing/reading-session.ts'
import type { OpenedSession } from '../testing/session-bench.ts'

const outputs = (lines: readonly RolloutLine[]) =>
  lines.flatMap(({ type, payload }) => (type === 'response_item' && isToolOutput(payload) ? [payload] : []))

const recalled = async (bench: OpenedSession, target: RecallTarget, page?: number) => {
  const answer = await bench.session.ask({ type: 'recall', target, ...(page === undefined ? {} : { page }) })
  return answer.ok && answer.value.type === 'recall_result' ? answer.value : answer
}

test('L16: what a compaction took out of view is recalled whole by its id, by a line of it, and by the file it is about', async () => {
  const bench = await withPast(6)
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const [first] = outputs(bench.log.lines)
  if (first === undefined) throw new Error('nothing was read')
  const text = textOfOutput(first)
  const { id } = first.meta
  const whole = `[${id} · tool]\n${text}`
  expect(await recalled(bench, { kind: 'id', id })).toEqual({
    type: 'recall_result',
    text: whole,
    page: 1,
    characters: whole.length,
  })
  const line = text.split('\n')[100] ?? ''
  expect(await recalled(bench, { kind: 'search', text: line })).toMatchObject({
    text: expect.stringContaining(`${id} line 101: ${line}`),
  })
  expect(await recalled(bench, { kind: 'path', path: 'src/quay-1.ts' })).toMatchObject({
    text: expect.stringContaining(`${id} tool `),
  })
})

test('a long answer comes in pages, each within its bound, that together are the whole of it', async () => {
  const bench = await withPast(6)
  const ids = outputs(bench.log.lines).map(({ meta }) => meta.id)
  let read = ''
  for (let page: number | undefined = 1; page !== undefined; ) {
    const answer = await recalled(bench, { kind: 'id', id: `${ids[0]}-${ids.at(-1)}` }, page)
    if (!('text' in answer)) throw new Error(JSON.stringify(answer))
    expect(answer.text.length).toBeLessThanOrEqual(24_000)
    read += answer.text
    page = answer.next_page
  }
  for (const { output } of outputs(bench.log.lines)) expect(read).toContain(output)
})

test('an unknown id and a page that is not there are refused by their paths', async () => {
  const bench = await withPast(1)
  expect(await recalled(bench, { kind: 'id', id: 'i99' })).toMatchObject({ error: { path: ['op', 'target', 'id'] } })
  expect(await recalled(bench, { kind: 'search', text: 'berth' }, 9)).toMatchObject({ error: { path: ['op', 'page'] } })
})
