import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { environmentContext, instructionsContext } from './context-texts.ts'
import { DEFAULT_TEXTS } from './defaults.generated.ts'
import { handoffBody, handoffText, watcherPacket } from './packet.ts'
import { boundaryText, summaryOpening } from './summary.ts'
import { systemPrompt } from './system-prompt.ts'
import { PROMPT_VERSION } from './version.ts'

test('whoever changes a text raises the version, and then this hash', () => {
  const toolNames = ['shell', 'read', 'grep', 'glob', 'list_dir', 'apply_patch', 'update_plan', 'recall']
  const texts = [
    systemPrompt({ toolNames }),
    environmentContext({ cwd: '', shell: '', date: '', sandboxMode: '', approvalPolicy: '' }),
    instructionsContext({ path: '', text: '' }),
    watcherPacket({
      goal: 'g',
      userRequests: ['r'],
      planSteps: [{ step: 's', status: 'pending' }],
      lastAgentMessage: 'm',
      maxTailChars: 1,
      why: 'w',
    }),
    handoffText(handoffBody({ packet: '', scratchFile: 's' })),
    summaryOpening,
    boundaryText({ tokensBefore: 0, source: 'divisors' }),
    DEFAULT_TEXTS,
  ]
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  expect({ version: PROMPT_VERSION, hash }).toEqual({ version: '7', hash: '63f99f97d4f65fd5' })
})
