/** The tools of a packet turn: the same schemas, for the provider's cache, and no call that does anything. Some providers let a model call all the same. */
import type { ToolRunner } from '../ports/tool-runner.ts'

export const noTools = (tools: ToolRunner): ToolRunner => ({
  ...tools,
  // Nobody is asked about what will not happen.
  purpose: ({ name }) => ({ kind: 'other', summary: `${name}, refused` }),
  runsAlone: () => true,
  run: async ({ name }) => ({
    output: `${name} was not run: the packet is to be written, as text, and nothing else is done meanwhile.`,
    success: false,
  }),
})
