import { expect, test } from 'vitest'
import { isCommandLine, matchingCommands, parseCommand } from './slash-command.ts'

test.each([
  ['/compact', { dryRun: false, options: {} }],
  ['/compact the parser --dry-run', { dryRun: true, options: { focus: 'the parser' } }],
  [
    '/compact --strategy extractive --max-tail=4 --keep-file a.ts,b.ts --keep-role diff --budget 3000',
    {
      dryRun: false,
      options: {
        strategy: 'extractive',
        max_tail: 4,
        keep_files: ['a.ts', 'b.ts'],
        keep_roles: ['diff'],
        budget: 3000,
      },
    },
  ],
])('%s', (line, wish) => expect(parseCommand(line)).toEqual({ ok: true, value: { name: 'compact', wish } }))

test.each([
  ['/compact --strategy smoke', '--strategy: one of auto'],
  ['/compact --max-tail many', '--max-tail: a whole number'],
  ['/compact --max-tail', '--max-tail needs a value'],
  ['/compact --frobnicate', 'knows no --frobnicate'],
  ['/compct', 'Did you mean'],
])('%s is refused: %s', (line, message) => {
  const parsed = parseCommand(line)
  expect(parsed.ok ? '' : parsed.error).toContain(message.replace('Did you mean', 'There is no command /compct'))
})

test('other commands bring their words', () => {
  expect(parseCommand('/uncompact k1')).toEqual({ ok: true, value: { name: 'uncompact', words: ['k1'] } })
})

test('a path is no command', () => {
  expect([isCommandLine('/'), isCommandLine('/he'), isCommandLine('/help me'), isCommandLine('/etc/hosts')]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('the palette shows beginnings first', () => {
  expect(matchingCommands('')[0]).toBe('compact')
  expect(matchingCommands('comp')).toEqual(['compact', 'uncompact', 'recompact'])
  expect(matchingCommands('zzz')).toEqual([])
})
