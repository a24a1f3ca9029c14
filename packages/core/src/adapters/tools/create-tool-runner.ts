/** The built-in tools behind the runner port: finds the tool a call names and makes sure that it answers, whatever happens. */
import type { ToolCall, ToolRunner } from '../../ports/tool-runner.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { applyPatchTool } from './apply-patch.ts'
import { openBackgroundCommands } from './background/commands.ts'
import { backgroundTool } from './background.ts'
import { faultText } from './fault-text.ts'
import { fileAccess } from './file-access.ts'
import { globTool } from './glob.ts'
import { grepTool } from './grep.ts'
import { listDirTool } from './list-dir.ts'
import { readTool } from './read.ts'
import { recallTool } from './recall.ts'
import { requestCompactionTool } from './request-compaction.ts'
import { shellTool } from './shell.ts'
import { failure, type Tool } from './tool.ts'
import { updatePlanTool } from './update-plan.ts'
import { type AddressCheck, isPublicAddress } from './web/public-address.ts'
import { webFetchTool } from './web-fetch.ts'
import { writeNotes } from './write-notes.ts'

export type ToolRunnerParts = {
  /** From `openSandbox`; commands of a mode it cannot hold are refused. */
  readonly sandbox: Sandbox
  /** Absent: the addresses of the open net. */
  readonly mayReach?: AddressCheck
}

export const createToolRunner = ({ sandbox, mayReach = isPublicAddress }: ToolRunnerParts): ToolRunner => {
  const access = fileAccess(sandbox.hidden)
  const background = openBackgroundCommands()
  const tools: readonly Tool[] = [
    shellTool({ sandbox, background }),
    backgroundTool(background),
    readTool(access),
    grepTool({ access, sandbox }),
    globTool({ access, sandbox }),
    listDirTool(access),
    applyPatchTool(access),
    updatePlanTool(),
    webFetchTool(mayReach),
    recallTool(),
    requestCompactionTool(),
  ]
  const named = (call: ToolCall): Tool | undefined => tools.find(({ spec }) => spec.name === call.name)
  const names = tools.map(({ spec }) => spec.name).join(', ')
  return {
    specs: () => tools.map(({ spec }) => spec),
    purpose: (call, cwd) => named(call)?.purpose(call.arguments, cwd) ?? { kind: 'other', summary: 'no such tool' },
    runsAlone: (call) => named(call)?.runsAlone(call.arguments) ?? false,
    writeNotes,
    end: () => background.endAll(),
    run: async (call, context) => {
      const tool = named(call)
      if (tool === undefined) return failure(`There is no tool ${call.name}. There are: ${names}.`)
      if (context.signal.aborted) return failure('Aborted before it began: nothing was done.')
      try {
        const result = await tool.run(call.arguments, context)
        // A cut or a foreign byte order may leave half a character, which no provider takes.
        return { ...result, output: result.output.toWellFormed() }
      } catch (error) {
        return failure(`${call.name} failed: ${faultText(error)}.`)
      }
    },
  }
}
