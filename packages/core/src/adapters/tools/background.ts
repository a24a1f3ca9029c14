/** `background`: looks at, or ends, what `shell` keeps running under a name. */
import { z } from 'zod'
import type { ToolResult } from '../../ports/tool-runner.ts'
import { type BackgroundCommands, BackgroundName } from './background/commands.ts'
import { runningByLog } from './background/lost-commands.ts'
import { defineTool, failure, type Tool } from './tool.ts'

const WAIT_MS_MAX = 60_000

const BackgroundArguments = z.object({
  action: z.enum(['read', 'stop', 'list']).describe('read: what it said since the last look. stop: end it.'),
  name: BackgroundName.optional().describe('The name given to shell. Needed for read and stop.'),
  wait_ms: z
    .int()
    .min(0)
    .max(WAIT_MS_MAX)
    .default(0)
    .describe('read: where nothing new is there, wait this long for it.'),
})

export const backgroundTool = (commands: BackgroundCommands): Tool =>
  defineTool({
    name: 'background',
    description: 'Reads, stops or lists the commands that shell keeps running in the background under a name.',
    arguments: BackgroundArguments,
    purpose: ({ action, name }) => ({ kind: 'other', summary: name === undefined ? action : `${action} ${name}` }),
    runsAlone: ({ action }) => action === 'stop',
    run: async ({ action, name, wait_ms }, { archive, signal }) => {
      const lost = (): readonly string[] => {
        const known = new Set(commands.list().map((each) => each.name))
        return runningByLog(archive.items()).filter((each) => !known.has(each))
      }
      if (action === 'list') return listed(commands, lost())
      if (name === undefined) return failure(`${action} needs the name. ${namesText(commands)}`)
      const found =
        action === 'read' ? await commands.read(name, { waitMs: wait_ms, signal }) : await commands.stop(name)
      if (found !== null) return found
      return failure(lost().includes(name) ? lostText(name) : `Nothing runs as "${name}". ${namesText(commands)}`)
    },
  })

const listed = (commands: BackgroundCommands, lost: readonly string[]): ToolResult => {
  const lines = [
    ...commands.list().map(({ name, command, state }) => `${name} (${state}): ${command}`),
    ...lost.map((name) => `${name} (lost when the program was restarted)`),
  ]
  return { output: lines.length === 0 ? 'Nothing runs in the background.' : lines.join('\n'), success: true }
}

const lostText = (name: string): string =>
  `"${name}" is lost: the program was restarted since it began, and ended it or lost hold of it. Start it again if it is needed.`

const namesText = (commands: BackgroundCommands): string => {
  const names = commands.list().map(({ name }) => name)
  return names.length === 0 ? 'Nothing does.' : `These do: ${names.join(', ')}.`
}
