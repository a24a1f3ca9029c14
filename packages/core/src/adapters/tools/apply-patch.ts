/** `apply_patch`: edits to any number of files, all of them or none. */
import { z } from 'zod'
import { faultText } from './fault-text.ts'
import { absolutePath, type FileAccess } from './file-access.ts'
import { type Draft, draftPatch } from './patch/draft.ts'
import { parsePatch } from './patch/parse-patch.ts'
import { writeFiles } from './patch/write-files.ts'
import { defineTool, failure, type Tool } from './tool.ts'

const DESCRIPTION = `Changes files by a patch of this form:
*** Begin Patch
*** Update File: src/greet.py
@@ def greet(name):
 context line, unchanged
-line to remove
+line to put in its place
*** Add File: docs/new.md
+every line of the new file
*** Delete File: old.txt
*** End Patch
Give about three unchanged lines around each change, exactly as they stand in the file; where they occur more than once, name a line \
above them after @@. A file is renamed by "*** Move to: new/path" right below its Update line. All files change, or none.`

const ApplyPatchArguments = z.object({
  input: z.string().min(1).describe('The patch, from *** Begin Patch to *** End Patch.'),
})

export const applyPatchTool = (access: FileAccess): Tool =>
  defineTool({
    name: 'apply_patch',
    description: DESCRIPTION,
    arguments: ApplyPatchArguments,
    mend: (raw) => ({ ...raw, input: raw.input ?? raw.patch }),
    purpose: ({ input }, cwd) => ({
      kind: 'patch',
      paths: pathsOf(input).map((path) => absolutePath(path, cwd)),
      patch: input,
    }),
    runsAlone: () => true,
    run: async ({ input }, context) => {
      const refuse = (why: string) => failure(`The patch was not applied, no file was changed. ${why}`)
      const sections = parsePatch(input)
      if (!sections.ok) return refuse(`It cannot be read: ${sections.error}.`)
      const draft = await draftPatch(sections.value, (path) => access.toWrite(path, context))
      if (!draft.ok) return refuse(draft.error)
      if (context.signal.aborted) return refuse('The turn was interrupted.')
      try {
        await writeFiles(draft.value.changes)
      } catch (error) {
        return refuse(`The disk refused it: ${faultText(error)}.`)
      }
      return { output: reportOf(draft.value), success: true, edits: draft.value.edits }
    },
  })

/** Of a patch that cannot be read: none. */
const pathsOf = (input: string): readonly string[] => {
  const sections = parsePatch(input)
  if (!sections.ok) return []
  const paths = sections.value.flatMap((section) =>
    section.kind === 'update' && section.moveTo !== null ? [section.path, section.moveTo] : [section.path],
  )
  return [...new Set(paths)]
}

const reportOf = ({ marks, notes }: Draft): string =>
  ['Changed:', ...marks.map(({ letter, path }) => `${letter} ${path}`), ...notes.map((note) => `Note: ${note}.`)].join(
    '\n',
  )
