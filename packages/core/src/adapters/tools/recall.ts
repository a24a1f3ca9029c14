/** `recall`: what the model no longer sees of its own thread, by id, by text or by path, one page at a time. */
import type { RecallTarget } from '@rawr/protocol'
import { z } from 'zod'
import type { Recalled, ToolResult } from '../../ports/tool-runner.ts'
import { defineTool, failure, type Tool } from './tool.ts'

const RecallArguments = z.object({
  id: z
    .string()
    .optional()
    .describe('An item (i12), a range of items (i12-i18) or a blob id, as named in the context.'),
  search: z
    .string()
    .min(1)
    .optional()
    .describe('Find lines with this text, in any case, in everything of this thread.'),
  path: z.string().min(1).optional().describe('List what was said and done about this file.'),
  page: z.int().positive().default(1).describe('Which page of a long answer.'),
})

export const recallTool = (): Tool =>
  defineTool({
    name: 'recall',
    description:
      'Reads what this thread had before and the context no longer shows: outputs that were cut or cleared, and all that was ' +
      'summarised. Give exactly one of id, search or path. Long answers come in pages.',
    arguments: RecallArguments,
    purpose: (query) => ({ kind: 'other', summary: query.id ?? query.search ?? query.path ?? '' }),
    runsAlone: () => false,
    run: async ({ page, ...query }, { archive }) => {
      const targets = targetsOf(query)
      const [target] = targets
      if (target === undefined || targets.length > 1) return failure('Give exactly one of id, search or path.')
      return answer(page, await archive.recall({ target, page }))
    },
  })

type Query = Omit<z.output<typeof RecallArguments>, 'page'>

const targetsOf = ({ id, search, path }: Query): readonly RecallTarget[] => [
  ...(id === undefined ? [] : [{ kind: 'id', id } as const]),
  ...(search === undefined ? [] : [{ kind: 'search', text: search } as const]),
  ...(path === undefined ? [] : [{ kind: 'path', path } as const]),
]

/** What it found in the log was masked when it got there. */
const answer = (page: number, found: Recalled): ToolResult => {
  if (!found.ok) return failure(found.error === 'no_such_page' ? `There is no page ${page}.` : NOTHING)
  const { text, next, start, end, characters } = found.value
  if (characters === 0) return failure(NOTHING)
  const more =
    next === null ? '' : `\n[page ${page}, characters ${start} to ${end} of ${characters}; go on with page ${next}]`
  return { output: `${text}${more}`, success: true, isFromHistory: true }
}

const NOTHING = 'Nothing of that name or text is kept in this thread.'
