/** `rawr resume THREAD`: `exec --resume`, for those who look for it under its own name. */
import { AGENT_FLAGS } from './agent/flags.ts'
import { defineCommand } from './command.ts'
import { runTurn } from './exec.ts'

export const resume = defineCommand({
  usage: 'resume THREAD [PROMPT] [flags]',
  about: 'Goes on with a thread: the same as exec --resume THREAD.',
  flags: {
    ...AGENT_FLAGS,
    image: {
      type: 'string',
      value: 'FILE',
      repeatable: true,
      help: 'an image to go with the message; may stand again',
    },
    json: { type: 'boolean', help: 'one event per line; the last is the terminal event of this message' },
    ephemeral: { type: 'boolean', help: 'end the daemon with this command, if this command started it' },
  },
  operands: [1, 2],
  run: ({ flags, operands: [threadId, prompt], at }) =>
    runTurn({
      flags,
      threadId,
      images: flags.image ?? [],
      json: flags.json === true,
      ephemeral: flags.ephemeral === true,
      prompt,
      at,
    }),
})
