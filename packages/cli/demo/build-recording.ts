// Writes `recording.jsonl` from `story.ts`: node packages/cli/demo/build-recording.ts
import { writeFileSync } from 'node:fs'
import { type Step, TURNS } from './story.ts'

const head = {
  type: 'recording',
  version: 1,
  model: 'recorded',
  context_window: 100_000,
  closing: 'This was a recorded session and it ends here. Configure a model to go on.',
}

const itemsOf = ({ say, calls }: Step) => [
  { type: 'message', text: say },
  ...calls.map((call) => ({ type: 'function_call', ...call })),
]

/** The recording as text, one object a line. */
export const recordingText = (): string =>
  [
    head,
    ...TURNS.flatMap(({ user, steps }) => [
      { type: 'user', text: user },
      ...steps.map((step) => ({ type: 'step', items: itemsOf(step) })),
    ]),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')

if (import.meta.main) writeFileSync(new URL('recording.jsonl', import.meta.url), recordingText())
