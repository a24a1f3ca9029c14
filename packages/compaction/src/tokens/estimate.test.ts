import { describe, expect, it } from 'vitest'
import { call, numbered, result, say, think, user } from '../testing/items.ts'
import { estimateItem, estimateText } from './estimate.ts'
import { loadExactCount } from './referee.ts'

const PROSE =
  'The parser reads one token at a time and keeps the last two, because a cast can only be told from a call by what follows. ' +
  'Please keep that in mind when you change the lexer; do not merge the two loops. Afterwards run the tests and tell me what failed.'

const RESULT = [
  'src/parse/lexer.ts:41:7 - error TS2322: Type `string` is not assignable to type `number`.',
  '  12 passing (340ms)   2 failing',
  'diff --git a/src/parse/token.ts b/src/parse/token.ts',
  '+export const maxDepth = 128 // was 64',
].join('\n')

const CALL = JSON.stringify({
  file_path: '/home/ada/app/src/parse/lexer.ts',
  old_string: 'const a = 1\n',
  new_string: 'const a = 2\n',
})

describe('the estimate', () => {
  it('is close to the tokenizer for each kind of text', async () => {
    const count = await loadExactCount()
    const error = (text: string, kind: Parameters<typeof estimateText>[1]) =>
      Math.abs(estimateText(text, kind) / count(text) - 1)
    expect(error(PROSE, 'prose')).toBeLessThan(0.15)
    expect(error(RESULT, 'result')).toBeLessThan(0.15)
    expect(error(CALL, 'call')).toBeLessThan(0.15)
  })

  it('does not count Japanese by the byte, and errs on the safe side', async () => {
    const text = 'データベースの接続を確認してください。設定を変更しました。'
    const ratio = estimateText(text, 'prose') / (await loadExactCount())(text)
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1.6)
  })

  it('is 0 for nothing and grows with the text', () => {
    expect(estimateText('', 'prose')).toBe(0)
    expect(estimateText(PROSE.repeat(3), 'prose')).toBeGreaterThan(estimateText(PROSE, 'prose') * 2)
  })

  it('counts a long run of blanks or one sign as little', () => {
    expect(estimateText(' '.repeat(5_000), 'result')).toBeLessThan(5)
    expect(estimateText('='.repeat(200), 'result')).toBeLessThan(5)
  })

  it('counts an image, not its data, and divides bytes where the settings say so', () => {
    const image = numbered([
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_image', image_url: `data:${'A'.repeat(9_000)}` }],
        origin: 'user',
      },
    ])[0]!
    expect(estimateItem(image, { tokensPerImage: 765 })).toBe(769)
    expect(estimateText('漢字 ab', 'prose', { tokensPerImage: 0, bytesPerToken: 3 })).toBe(3)
  })

  it('counts every kind of item that is sent, and nothing that never is', () => {
    const sent = numbered([user('a'), say('b'), think('c'), call('1', 'shell', { command: 'ls' }), result('1', 'd')])
    expect(sent.every((item) => estimateItem(item) > 4)).toBe(true)
    const unsent = numbered([
      { type: 'progress', text: 'half way', origin: 'tool' },
      { type: 'ghost_snapshot', ghost_commit: {}, origin: 'snapshot' },
    ])
    expect(unsent.map((item) => estimateItem(item))).toEqual([0, 0])
  })
})
