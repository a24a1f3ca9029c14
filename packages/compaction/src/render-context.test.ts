import { CallId, CompactionId } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { renderContext } from './render-context.ts'
import { call, context, numbered, patch, result, say, think, user } from './testing/items.ts'

describe('the context as text', () => {
  it('names who speaks, and leaves the static instructions out', () => {
    const items = numbered([
      context('Be careful.'),
      user('fix it'),
      think('where?'),
      call('1', 'shell', { command: 'ls' }),
      result('1', 'a.ts'),
      patch('2', '*** Begin Patch'),
      say('done'),
    ])
    expect(renderContext(items)).toBe(
      [
        'user: fix it',
        'reasoning: where?',
        'call shell {"command":"ls"}',
        'result: a.ts',
        'call apply_patch *** Begin Patch',
        'assistant: done',
      ].join('\n\n'),
    )
  })

  it('has words for every other kind of item', () => {
    const items = numbered([
      {
        type: 'compact_boundary',
        compaction_id: CompactionId.parse('c1'),
        text: 'Compacted here.',
        tokens_before: 9,
        origin: 'boundary',
      },
      { type: 'attachment', kind: 'file', path: 'a.ts', text: 'x', origin: 'restored' },
      {
        type: 'local_shell_call',
        call_id: CallId.parse('3'),
        action: { type: 'exec', command: ['ls', '-l'] },
        origin: 'assistant',
      },
      { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'data:x' }], origin: 'user' },
      { type: 'web_search_call', action: { query: 'q' }, origin: 'assistant' },
      { type: 'compaction', encrypted_content: 'zz', origin: 'summary' },
      { type: 'unknown', value: { type: 'new_thing' }, origin: 'assistant' },
      { type: 'progress', text: 'x', origin: 'tool' },
    ])
    expect(renderContext(items).split('\n\n')).toEqual([
      'Compacted here.',
      'file a.ts: x',
      'call local_shell ls -l',
      'user: [image]',
      'call web_search {"query":"q"}',
      '[a compaction by the provider, readable to it alone]',
      '[an item of a type unknown to this version: {"type":"new_thing"}]',
    ])
  })
})
