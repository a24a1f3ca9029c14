import { textOfParts } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { sessionBench } from '../testing/index.ts'

test('the initial context stands first, byte for byte, and once', async () => {
  const text = 'Use tabs.\r\n</project_instructions> is not the end.\n'
  const readContext = async () => ({
    instructions: [{ path: '/home/ada/harbour/AGENTS.md', text }],
    shell: 'zsh',
    date: '2026-03-14',
    warnings: ['two of them'],
  })
  const bench = sessionBench({ script: [{ text: 'Yes.' }, { text: 'Again.' }], readContext })
  await bench.say('sb_a', 'Tabs?')
  await bench.ended('sb_a')
  await bench.say('sb_b', 'Sure?')
  await bench.ended('sb_b')
  const context = bench.model.requests[1]?.items.filter(({ meta }) => meta.origin === 'context') ?? []
  expect(context.map(({ meta }) => meta.id)).toEqual(
    bench.model.requests[1]?.items.slice(0, 2).map(({ meta }) => meta.id),
  )
  expect(context[0]?.type === 'message' && textOfParts(context[0].content)).toContain(text)
  expect(bench.events.filter(({ msg }) => msg.type === 'warning')).toHaveLength(1)
})
