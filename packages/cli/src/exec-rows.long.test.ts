// What `rawr exec` shows of bad weather: the way on after a turn that ended early, images of files, and failure row OVER-15.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Desk, openDesk, serveModel } from './testing/run-rawr.ts'
import { startTalkingModel, type Talk } from './testing/talking-model.ts'

const SLOW = { timeout: 180_000 }

const at = async (talk: Talk, contextWindow: number, more: object = {}) => {
  const model = await startTalkingModel(talk)
  const desk: Desk = openDesk({ OPENAI_API_KEY: 'k' })
  onTestFinished(async () => {
    model.close()
    await desk.clear()
  }, 60_000)
  serveModel(desk.home, { url: model.url, contextWindow, more: moreOf(model.url, more) })
  return { model, ...desk }
}

const moreOf = (base_url: string, { provider = {}, ...rest }: { provider?: object }): object => ({
  ...rest,
  provider: { base_url, wire_api: 'chat', ...provider },
})

const counting = (n: number) => ({
  calls: [{ name: 'shell', arguments: { command: `seq ${n * 100} ${n * 100 + 300}` } }],
})

test('a turn of too many rounds says so, names the thread and how to go on, and ends with 1', SLOW, async () => {
  const { rawr, model } = await at(
    { answers: [counting(1), counting(2), counting(3), { say: 'All counted.' }] },
    100_000,
  )
  const { code, out, err } = await rawr('exec', 'Count.', '--max-rounds', '2')
  const thread = /^thread (\S+)$/m.exec(err)?.[1] ?? ''
  expect({ code, out, asked: model.asked() }).toEqual({ code: 1, out: '', asked: 2 })
  expect(err).toMatch(/The turn made 2 model requests, the most tools\.max_rounds allows/)
  expect(err.trimEnd().split('\n').at(-1)).toBe(`To go on: rawr exec --resume ${thread} --max-rounds 2 "go on"`)
  const resumed = await rawr('exec', '--resume', thread, 'go on')
  expect({ code: resumed.code, out: resumed.out }).toEqual({ code: 0, out: 'All counted.\n' })
  expect(resumed.err).not.toContain('To go on')
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test(
  'images of files go with the message, as often as named; what is none is refused before anything starts',
  SLOW,
  async () => {
    const { rawr, folder, model } = await at({ answers: [{ say: 'Two dots.' }] }, 100_000)
    writeFileSync(join(folder, 'a.png'), PNG)
    writeFileSync(join(folder, 'b.txt'), 'no image')
    const refused = await rawr('exec', 'Look.', '--image', 'b.txt')
    expect({ code: refused.code, asked: model.asked() }).toEqual({ code: 2, asked: 0 })
    expect(refused.err).toMatch(/--image: .*b\.txt is no image/)
    const seen = await rawr('exec', 'Look.', '--image', 'a.png', '--image', join(folder, 'a.png'))
    expect({ code: seen.code, out: seen.out }).toEqual({ code: 0, out: 'Two dots.\n' })
    expect(model.bodies()[0]?.split(`data:image/png;base64,${PNG.toString('base64')}`)).toHaveLength(3)
  },
)

test('an image that the tool reads is shown to the model behind its result', SLOW, async () => {
  const { rawr, folder, model } = await at(
    { answers: [{ calls: [{ name: 'read', arguments: { path: 'a.png' } }] }, { say: 'A dot.' }] },
    100_000,
  )
  writeFileSync(join(folder, 'a.png'), PNG)
  expect(await rawr('exec', 'Look.')).toMatchObject({ code: 0, out: 'A dot.\n' })
  expect(model.bodies()[1]).toContain(`data:image/png;base64,${PNG.toString('base64')}`)
})

test(
  'OVER-15: a headless run whose summaries are three times too late goes on without them, to its end',
  SLOW,
  async () => {
    const late: string[] = []
    const rounds = Array.from({ length: 10 }, (_, n) => ({
      calls: [{ name: 'shell', arguments: { command: `seq ${n * 100} ${n * 100 + 900}` } }],
    }))
    const { rawr, model } = await at(
      {
        answers: [...rounds, { say: 'All counted.' }],
        aside: (body) => {
          if (!body.includes('condense_request')) return null
          late.push(body)
          return { waitMs: 60_000, say: 'Too late.' }
        },
      },
      20_000,
      {
        // At the built-in limit words are asked for, and nothing makes room without them.
        features: { rawr_auto_compaction: false, micro_compact: false },
        compact: { auto_compact_threshold_pct: 0.5 },
        provider: { stream_idle_timeout_ms: 1_000, max_retries: 2 },
      },
    )
    const { code, out, err } = await rawr('exec', 'TASK-15: count every berth.')
    expect({ code, out }).toEqual({ code: 0, out: 'All counted.\n' })
    // Each summary is asked for and asked again: three are too late before the facts stand.
    expect(late.length).toBeGreaterThanOrEqual(3)
    expect(err.match(/Compaction complete/g)).toHaveLength(late.length / 3)
    expect(model.bodies().at(-1)).toContain('TASK-15: count every berth.')
  },
)
