// Writes `recording.jsonl` from `story.mjs`: node packages/cli/demo/build-recording.mjs
import { writeFileSync } from 'node:fs'
import { TURNS } from './story.mjs'

const head = {
  type: 'recording',
  version: 1,
  model: 'recorded',
  context_window: 100_000,
  closing: 'This was a recorded session and it ends here. Configure a model to go on.',
}

const itemsOf = ({ say, calls }) => [
  { type: 'message', text: say },
  ...calls.map((call) => ({ type: 'function_call', ...call })),
]

/** The recording as text, one object a line. */
export const recordingText = () =>
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
