import { expect, test } from 'vitest'
import { importSession } from './import-session.ts'

const meta = '{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"x","cwd":"/home/lea"}}'
const said = (text: string) =>
  JSON.stringify({
    timestamp: '2026-01-02T03:04:06Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  })

const refused: readonly [name: string, lines: readonly string[], error: object][] = [
  ['no line', [], { code: 'empty_file' }],
  ['blank lines', ['', ' \r', '\ufeff'], { code: 'empty_file' }],
  ['a zero byte', ['PK\u0003\u0004\u0000\u0000'], { code: 'binary_file' }],
  ['no UTF-8', ['\ufffd\ufffd\ufffd a'], { code: 'binary_file' }],
  ['prose', ['Dear all,', 'hello'], { code: 'format_not_supported', format: 'unknown' }],
  ['a number', ['2'], { code: 'format_not_supported', format: 'unknown' }],
  [
    'a chat of aider',
    ['', '# aider chat started at 2026-01-02 03:04:05'],
    { code: 'format_not_supported', format: 'aider' },
  ],
  ['a document', ['{', '"trajectory": [], "history": []', '}'], { code: 'format_not_supported', format: 'swe-agent' }],
  ['a document on one line', ['{"trajectory":[],"history":[]}'], { code: 'format_not_supported', format: 'swe-agent' }],
]

test.each(refused)('%s is refused', async (_name, lines, error) => {
  expect(await importSession(lines, { path: 'f' })).toMatchObject({ ok: false, error })
})

test('what cannot be read is skipped, counted and told of; the rest is read', async () => {
  const lines = [
    `\ufeff// a comment`,
    `${meta}\r`,
    '',
    said('one') + said('two'),
    '[1]',
    said('three'),
    '{"timestamp":"20',
  ]
  const read = await importSession(lines, { path: 'f' })
  expect(read).toMatchObject({
    ok: true,
    value: {
      notes: {
        skippedCount: 2,
        torn: true,
        skipped: [
          { line: 5, reason: 'not an object' },
          { line: 7, reason: 'not JSON' },
        ],
      },
    },
  })
  if (read.ok) expect(read.value.items.map(({ meta: { id } }) => read.value.lineOf(id))).toEqual([4, 4, 6])
})

test('a good last line is not torn, whatever was skipped before it', async () => {
  expect(await importSession([meta, '{', said('one'), ''], { path: 'f' })).toMatchObject({
    value: { notes: { skippedCount: 1, torn: false } },
  })
})

test('the source is not read past the last line that is wanted', async () => {
  let given = 0
  const endless = function* () {
    yield meta
    for (;;) {
      given += 1
      yield said(`line ${given}`)
    }
  }
  const read = await importSession(endless(), { path: 'f', until: 101 })
  expect(read.ok && read.value.items.length).toBe(99)
  expect(given).toBe(99)
})
