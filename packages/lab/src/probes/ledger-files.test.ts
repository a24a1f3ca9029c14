import { ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { fileNotes } from './ledger-files.ts'
import type { SessionEvent } from './normal-form.ts'

const call = (tool: string, input: Record<string, unknown>, path?: string): SessionEvent => ({
  ...userEvent('', 'i1'),
  id: ItemId.parse('i1'),
  kind: 'call',
  tool,
  input,
  ...(path === undefined ? {} : { path }),
})

const patch =
  '*** Begin Patch\n*** Update File: src/a.ts\n@@\n*** Add File: src/b.ts\n*** Delete File: src/c.ts\n*** End Patch'

test.each<[string, SessionEvent, readonly string[]]>([
  ['a read of a part', call('Read', { offset: 10, limit: 5 }, '/x/src/a.ts'), ['file.read src/a.ts from 10 5']],
  ['an edit', call('Edit', {}, '/x/src/a.ts'), ['file.edited src/a.ts edited']],
  ['a written file', call('Write', {}, 'b.md'), ['file.edited b.md edited', 'file.created b.md written']],
  [
    'a patch',
    call('apply_patch', { input: patch }),
    [
      'file.edited src/a.ts edited',
      'file.edited src/b.ts edited',
      'file.created src/b.ts written',
      'file.deleted src/c.ts deleted',
    ],
  ],
  ['a shell read', call('Bash', { command: 'cd app && cat src/a.ts | head -3' }), ['file.read src/a.ts shell']],
  ['a move', call('Bash', { command: 'git mv src/a.ts src/b.ts' }), ['file.moved src/a.ts src/b.ts']],
  ['a removal', call('exec', { cmd: ['rm', '-f', 'src/a.ts'] }), ['file.deleted src/a.ts deleted']],
  ['an edit in place is no read', call('Bash', { command: 'sed -i s/a/b/ src/a.ts' }), []],
  ['anything else', call('Bash', { command: 'go test ./...' }), []],
])('%s', (_name, event, expected) => {
  expect(fileNotes(event).map(({ type, key, value }) => `${type} ${key} ${value}`)).toEqual(expected)
})
