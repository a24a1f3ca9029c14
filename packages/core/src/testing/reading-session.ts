/** Sessions that read much: what fills a window, and what is left of it after a compaction. */
import type { CompactOptions, PlanId, Settings } from '@rawr/protocol'
import { memoryTools } from './memory-ports.ts'
import type { ScriptedStep } from './scripted-model.ts'
import { BENCH_SETTINGS, type OpenedSession, type SessionBench, sessionBench } from './session-bench.ts'

export const windowOf = (context_window: number, change: Partial<Settings> = {}): Settings => ({
  ...BENCH_SETTINGS,
  model: { name: 'scripted-1', context_window },
  ...change,
})

/** About 2,600 tokens of what a tool might print, different each time. */
const page = (n: number): string =>
  Array.from(
    { length: 160 },
    (_, row) => `src/quay-${n}.ts:${row}: export const berth${n}x${row} = moor(${row * n})`,
  ).join('\n')

/** A thread that goes on reads on where its log ends. */
const readingTools = ({ lines = [] }: SessionBench) => {
  let pages = lines.filter(
    ({ type, payload }) => type === 'response_item' && payload.type === 'function_call_output',
  ).length
  return memoryTools({
    read: {
      run: () => {
        pages += 1
        return { output: page(pages), success: true }
      },
    },
  })
}

export const reading: ScriptedStep = { calls: [{ name: 'read', arguments: { path: 'src/quay.ts' } }] }

export const rounds = (count: number): readonly ScriptedStep[] => Array.from({ length: count }, () => reading)

export const context = {
  instructions: [{ path: '/home/ada/harbour/AGENTS.md', text: 'Berths are numbered from the sea.' }],
  shell: 'bash',
  date: '2026-03-14',
  warnings: [],
}

export const openReading = (bench: SessionBench): OpenedSession =>
  sessionBench({ tools: readingTools(bench), readContext: async () => context, ...bench })

export const about = (bench: OpenedSession, id: string) => bench.events.filter((event) => event.id === id)

export const contextTexts = (bench: OpenedSession, request: number) =>
  (bench.model.requests[request]?.items ?? []).flatMap((item) =>
    item.meta.origin === 'context' && item.type === 'message' ? [JSON.stringify(item.content)] : [],
  )

export const compact = (bench: OpenedSession, id: string, options: CompactOptions & { plan_id?: PlanId } = {}) =>
  bench.submit(id, { type: 'compact', ...options })

/** A thread with a past of `count` tool rounds. */
export const withPast = async (count: number, bench: SessionBench = {}) => {
  const opened = openReading({
    script: [...rounds(count), { text: 'All read.' }, { text: 'Yes.' }, { text: 'Yes.' }],
    ...bench,
  })
  await opened.say('sb_past', 'Read all of the quay, please.')
  await opened.ended('sb_past')
  return opened
}
