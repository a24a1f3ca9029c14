// The words a story is told in: calls of the real tools, and one answer of the model as a step.

// One process for all tests, so that a run costs a blink.
export const SUITE = 'node --test-reporter=tap test/all.js 2>&1'

export const testOf = (name: string): string => `node --test-reporter=tap test/${name}.test.js 2>&1`

type Call = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }

/** One answer of the model: a sentence and the calls it makes side by side; the last of a turn has no calls. */
export type Step = { readonly say: string; readonly calls: readonly Call[] }

export type Turn = { readonly user: string; readonly steps: readonly Step[] }

export const shell = (command: string): Call => ({ name: 'shell', arguments: { command } })
export const read = (path: string): Call => ({ name: 'read', arguments: { path } })
export const page = (path: string, start_line: number, end_line: number): Call => ({
  name: 'read',
  arguments: { path, start_line, end_line },
})
export const grep = (pattern: string, path: string): Call => ({ name: 'grep', arguments: { pattern, path } })
export const list = (path: string): Call => ({ name: 'list_dir', arguments: { path } })
export const glob = (pattern: string): Call => ({ name: 'glob', arguments: { pattern } })
export const patch = (...lines: readonly string[]): Call => ({
  name: 'apply_patch',
  arguments: { input: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
})
export const plan = (...steps: readonly (readonly [string, string])[]): Call => ({
  name: 'update_plan',
  arguments: { plan: steps.map(([status, step]) => ({ step, status })) },
})
const committing = (message: string): string => `git add -A && git commit -qm "${message}" && git log --oneline -n 3`

export const commit = (message: string): Call => shell(committing(message))

/** One command for both, as an agent would: nothing is committed where the first fails. */
export const commitAfter = (command: string, message: string): Call => shell(`${command} && ${committing(message)}`)

export const joinSuite = (name: string): readonly string[] => [
  '*** Update File: test/all.js',
  "@@ import './tides.test.js'",
  " import './tides.test.js'",
  `+import './${name}.test.js'`,
]

export const step = (say: string, ...calls: readonly Call[]): Step => ({ say, calls })

export const done = 'completed'
export const now = 'in_progress'
export const next = 'pending'
