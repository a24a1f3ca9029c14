/** Random sessions for the laws: turns of talk, single and parallel calls, torn ends, results of every size. */
import fc from 'fast-check'
import { call, context, type Draft, patch, result, say, think, user } from './items.ts'

const word = fc.constantFrom(
  'parser',
  'src/parse/lexer.ts',
  'TokenStream',
  'read_next',
  'must',
  'never',
  'because',
  '--strict',
  'error: boom',
  '漢字',
  '😀',
  'deadbeef1',
  'README.md',
  'maxDepth',
  'docs/plan.md',
  'fix',
  'the',
  'test',
  'ENT-241',
  '<summary>',
  '</summary>',
)
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => `${words.join(' ')}.`)
const text = fc.array(sentence, { minLength: 1, maxLength: 6 }).map((sentences) => sentences.join('\n'))
const output = fc.tuple(text, fc.integer({ min: 1, max: 30 })).map(([body, times]) => `${body}\n`.repeat(times))
const path = fc.constantFrom('src/parse/lexer.ts', 'src/parse/token.ts', '/home/ada/app/README.md', 'docs/plan.md')

const tool = fc.oneof(
  path.map((file) => ['read', { path: file }] as const),
  fc.tuple(path, text).map(([file, body]) => ['Edit', { file_path: file, new_string: body }] as const),
  fc
    .constantFrom('npm test', 'cat docs/plan.md', 'git commit -m "x"', 'rm src/parse/token.ts')
    .map((command) => ['shell', { command }] as const),
  sentence.map((step) => ['update_plan', { plan: [{ step, status: 'pending' }] }] as const),
)

type Step = { readonly drafts: (callId: () => string) => readonly Draft[] }

const spoken: fc.Arbitrary<Step> = text.map((body) => ({ drafts: () => [say(body)] }))

const called: fc.Arbitrary<Step> = fc
  .tuple(fc.array(tool, { minLength: 1, maxLength: 3 }), output, fc.boolean(), fc.integer({ min: 0, max: 1 }))
  .map(([tools, body, thinks, exitCode]) => ({
    drafts: (callId) => {
      const calls = tools.map(([name, fields]) => call(callId(), name, fields))
      const results = calls.map((made) => result('call_id' in made ? made.call_id : '', body, exitCode))
      return [...(thinks ? [think('hm')] : []), ...calls, ...results]
    },
  }))

const patched: fc.Arbitrary<Step> = path.map((file) => ({
  drafts: (callId) => {
    const id = callId()
    return [
      patch(id, `*** Begin Patch\n*** Update File: ${file}\n+const maxDepth = 3\n*** End Patch`),
      result(id, 'Done', 0),
    ]
  },
}))

const torn: fc.Arbitrary<Step> = tool.map(([name, fields]) => ({ drafts: (callId) => [call(callId(), name, fields)] }))

const turn = fc
  .tuple(
    text,
    fc.array(fc.oneof({ weight: 4, arbitrary: called }, { weight: 2, arbitrary: spoken }, patched, torn), {
      maxLength: 8,
    }),
  )
  .map(([asked, steps]) => ({ asked, steps }))

/** Drafts of a whole session, in order. */
export const session = ({ turnsMax }: { readonly turnsMax: number }): fc.Arbitrary<readonly Draft[]> =>
  fc.array(turn, { minLength: 1, maxLength: turnsMax }).map((turns) => {
    let calls = 0
    const callId = (): string => {
      calls += 1
      return `call_${calls}`
    }
    return [
      context('Be careful with src/parse.'),
      ...turns.flatMap(({ asked, steps }, index) => [
        user(asked, `t${index}`),
        ...steps.flatMap((step) => step.drafts(callId)),
      ]),
    ]
  })
