import { expect, test } from 'vitest'
import { defineCommand, pathFrom, runCommand, wholeNumber } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { VERSION } from './version.ts'

const bake = defineCommand({
  usage: 'bake CAKE [flags]',
  about: 'Bakes a cake.',
  flags: {
    heat: { type: 'string', value: 'DEGREES', help: 'how hot' },
    glaze: { type: 'boolean', help: 'with a glaze' },
    secret: { type: 'boolean' },
  },
  operands: [1, 2],
  run: async ({ flags, operands, at }) => {
    at.print(JSON.stringify({ flags: { ...flags }, operands }))
    return EXIT.done
  },
})

const run = async (...args: readonly string[]) => {
  const out: string[] = []
  const err: string[] = []
  const print = (text: string) => void out.push(text)
  const complain = (text: string) => void err.push(text)
  const code = await runCommand(bake, args, { cwd: '/home/ada', env: {}, print, complain, readInput: async () => '' })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('flags and operands reach the command, in any order', async () => {
  const { code, out } = await run('--glaze', 'apple', '--heat=180', '--', '--plum')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({ flags: { glaze: true, heat: '180' }, operands: ['apple', '--plum'] })
})

const wrong: readonly [readonly string[], string][] = [
  [['apple', '--glase'], 'unknown flag --glase; nearest: --glaze'],
  [['apple', '-g'], 'unknown flag -g'],
  [['apple', '--no-glaze'], 'unknown flag --no-glaze; nearest: --glaze'],
  [['apple', '--versoin'], 'unknown flag --versoin; nearest: --version'],
  [['apple', '--constructor'], 'unknown flag --constructor'],
  [['apple', '--heat'], '--heat needs a value: DEGREES'],
  [['apple', '--heat', '--glaze'], '--heat needs a value: DEGREES'],
  [['apple', '--glaze=yes'], '--glaze takes no value'],
  [[], 'usage: rawr bake CAKE [flags]'],
  [['a', 'b', 'c'], 'usage: rawr bake CAKE [flags]'],
]

test.each(wrong)('%j is refused', async (args, message) => {
  expect(await run(...args)).toEqual({ code: 2, out: '', err: `rawr: ${message} (rawr bake --help shows them)` })
})

test('a negative number is a value', async () => {
  expect((await run('ice', '--heat', '-18')).out).toContain('"heat":"-18"')
})

test('help shows the flags that have a line', async () => {
  const { code, out } = await run('--help')
  expect(code).toBe(0)
  expect(out).toBe(
    'usage: rawr bake CAKE [flags]\n\nBakes a cake.\n\n  --heat DEGREES  how hot\n  --glaze         with a glaze',
  )
})

test('each command says which version it is, too', async () => {
  expect(await run('--version')).toEqual({ code: 0, out: VERSION, err: '' })
})

test('a path is meant against the caller’s folder', () => {
  const nothing = () => undefined
  const at = { cwd: '/home/ada', env: {}, print: nothing, complain: nothing, readInput: async () => '' }
  expect([pathFrom(at, 'a.jsonl'), pathFrom(at, '/b')]).toEqual(['/home/ada/a.jsonl', '/b'])
})

test('a whole number may be grouped, and nothing else', () => {
  expect(wholeNumber('n', '60,000', 1)).toEqual({ value: 60_000 })
  expect(wholeNumber('n', undefined, 1)).toEqual({ value: undefined })
  for (const text of ['', '-1', '1.5', '0x10', '60k', '0', '99999999999999999999'])
    expect(wholeNumber('n', text, 1)).toHaveProperty('message')
})
