import { expect, test } from 'vitest'
import { noSandbox } from '../sandbox/none.ts'
import { createToolRunner } from './create-tool-runner.ts'
import { toolBench } from './testing/tool-bench.ts'

test('the plan comes back as it was written, and its purpose counts the steps', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const plan = [
    { step: 'read', status: 'completed' },
    { step: 'write', status: 'in_progress' },
  ]
  expect(await bench.call('update_plan', { explanation: 'two steps', plan })).toEqual({
    output: 'Plan updated.',
    success: true,
    plan: { explanation: 'two steps', steps: plan },
  })
  const call = { callId: 'ca_1', name: 'update_plan', arguments: JSON.stringify({ plan }) }
  const runner = createToolRunner({ sandbox: noSandbox })
  expect(runner.purpose(call, bench.cwd)).toEqual({ kind: 'other', summary: '1 of 2 steps completed' })
  expect(runner.runsAlone(call)).toBe(true)
  await bench.remove()
})

test('a status that is none is named with its place', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const result = await bench.call('update_plan', { plan: [{ step: 'x', status: 'done' }] })
  expect(result).toEqual({
    output:
      'The arguments of update_plan are not valid, nothing was done: plan.0.status: Invalid option: expected one of "pending"|"in_progress"|"completed".',
    success: false,
  })
  await bench.remove()
})
