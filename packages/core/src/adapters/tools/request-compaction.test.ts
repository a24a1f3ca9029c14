import { expect, test } from 'vitest'
import type { CompactionRequest } from '../../ports/tool-runner.ts'
import { toolBench } from './testing/tool-bench.ts'

test('the wish is passed on with its reason and note, and the answer comes back as it was given', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const asked: CompactionRequest[] = []
  const answers = [
    { isAccepted: true, message: 'It comes before your next step.' },
    { isAccepted: false, message: 'Left alone at 90 % left.' },
  ]
  const requestCompaction = (request: CompactionRequest) => {
    asked.push(request)
    return answers[asked.length - 1] ?? { isAccepted: false, message: 'beyond' }
  }
  const call = (given: object) => bench.call('request_compaction', given, { requestCompaction })
  expect(await call({ reason: 'The hunt is over.', note: 'Port 8080.' })).toEqual({
    output: 'It comes before your next step.',
    success: true,
  })
  expect(await call({ reason: 'Again.' })).toEqual({ output: 'Left alone at 90 % left.', success: false })
  expect(asked).toEqual([{ reason: 'The hunt is over.', note: 'Port 8080.' }, { reason: 'Again.' }])
  expect((await call({})).output).toContain('nothing was done: reason')
  await bench.remove()
})
