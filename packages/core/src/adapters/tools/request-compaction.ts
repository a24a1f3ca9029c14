/** `request_compaction`: the agent says that a stretch of work is over and its room is wanted. Whether that holds is not the tool's to say. */
import { z } from 'zod'
import { REQUEST_COMPACTION } from '../../ports/tool-runner.ts'
import { defineTool, type Tool } from './tool.ts'

const RequestCompactionArguments = z.object({
  reason: z.string().min(1).describe('Why now: what is finished, and what no longer needs to be seen.'),
  note: z.string().optional().describe('What must be remembered afterwards and stands nowhere else.'),
})

export const requestCompactionTool = (): Tool =>
  defineTool({
    name: REQUEST_COMPACTION,
    description:
      'Asks for older messages to be condensed before your next step, so that there is room for what comes. Use it between two stretches of ' +
      'work, when most of what was read is not needed any more. It is refused, with the reason, while there is room enough.',
    arguments: RequestCompactionArguments,
    purpose: ({ reason }) => ({ kind: 'other', summary: reason }),
    runsAlone: () => true,
    run: async ({ reason, note }, { requestCompaction }) => {
      const { isAccepted, message } = requestCompaction({ reason, ...(note === undefined ? {} : { note }) })
      return { output: message, success: isAccepted }
    },
  })
