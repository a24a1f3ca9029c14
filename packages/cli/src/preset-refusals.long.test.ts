// How each preset's provider says no, in its own words, to the program itself: one named end, what to do, an honest exit code.
import { Event, type EventMsg } from '@rawr/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { POSED_ANSWER, startPosingProvider } from './testing/posing-provider.ts'
import { PRESET_REFUSALS, type Refusals, type SaidNo } from './testing/preset-refusals.ts'
import { openDesk } from './testing/run-rawr.ts'

const pose = async ({ preset, path, keyEnv }: Refusals) => {
  const provider = await startPosingProvider()
  const desk = openDesk({ [keyEnv]: 'k-1' })
  onTestFinished(async () => {
    provider.close()
    await desk.clear()
  }, 60_000)
  const address = ['--provider', preset, '--base-url', `http://127.0.0.1:${provider.port}${path}`]
  const model = ['--model', 'oak', '--context-window', '32000', '--sandbox', 'danger-full-access']
  /** What became of one message to a provider that answers this first. */
  const after = async (refusal: SaidNo) => {
    provider.refuse(refusal)
    const before = provider.asked().length
    const { code, out } = await desk.rawr('exec', 'Ahoy?', '--json', ...address, ...model)
    const told = out
      .trimEnd()
      .split('\n')
      .map((line) => Event.parse(JSON.parse(line)).msg)
    return { code, asked: provider.asked().slice(before), told, last: told.at(-1) }
  }
  return after
}

const messages = (told: readonly EventMsg[], type: 'error' | 'stream_error'): readonly string[] =>
  told.flatMap((msg) => (msg.type === type ? [msg.message] : []))

test.each(PRESET_REFUSALS)(
  '$preset: a bad key, an unknown model and a limit, each in its own words',
  async (refusals) => {
    const { badKey, noModel, limited, path, keyEnv, keyHeader } = refusals
    const after = await pose(refusals)

    const unauthorized = await after(badKey)
    expect({ code: unauthorized.code, asked: unauthorized.asked.length }).toEqual({ code: 3, asked: 1 })
    expect(unauthorized.last).toMatchObject({ type: 'turn_aborted', reason: 'provider_refused' })
    expect(messages(unauthorized.told, 'error')).toEqual([expect.stringContaining(badKey.says)])
    expect(messages(unauthorized.told, 'error')[0]).toMatch(new RegExp(`[.] Set ${keyEnv} to a valid one[.]$`))

    const unknown = await after(noModel)
    expect({ code: unknown.code, asked: unknown.asked.length }).toEqual({ code: 3, asked: 1 })
    expect(unknown.last).toMatchObject({ type: 'turn_aborted', reason: 'provider_refused' })
    expect(messages(unknown.told, 'error')).toEqual([expect.stringContaining(noModel.says)])
    expect(messages(unknown.told, 'error')[0]).toMatch(/no such address or model \(oak\): .* Check provider\.base_url/s)

    const waited = await after(limited)
    expect({ code: waited.code, asked: waited.asked.length }).toEqual({ code: 0, asked: 2 })
    expect(waited.last).toMatchObject({ type: 'turn_complete', last_agent_message: POSED_ANSWER })
    expect(messages(waited.told, 'stream_error')).toEqual([expect.stringContaining(limited.says)])
    const request = waited.asked[1]
    expect(request?.path).toMatch(new RegExp(`^${path}/(responses|chat/completions)$`))
    expect(request?.headers[keyHeader]).toBe(keyHeader === 'authorization' ? 'Bearer k-1' : 'k-1')
  },
  180_000,
)

const spent = PRESET_REFUSALS.filter(({ usedUp }) => usedUp !== undefined)

test.each(spent)(
  '$preset: what is used up for hours is not asked for again',
  async (refusals) => {
    const { usedUp } = refusals
    const after = await pose(refusals)
    const ended = await after(usedUp as SaidNo)
    expect({ code: ended.code, asked: ended.asked.length }).toEqual({ code: 3, asked: 1 })
    expect(ended.last).toMatchObject({
      type: 'turn_aborted',
      reason: expect.stringMatching(/^provider_(refused|unreachable)$/),
    })
    expect(messages(ended.told, 'error')).toEqual([expect.stringContaining(usedUp?.says ?? '')])
  },
  120_000,
)

test('LM Studio says with status 200 that an address is not its own: it is not asked again', async () => {
  const lmstudio = PRESET_REFUSALS.find(({ preset }) => preset === 'lmstudio') as Refusals
  const after = await pose({ ...lmstudio, path: '' })
  const ended = await after({
    source: 'lmstudio-ai/lmstudio-bug-tracker#1879',
    status: 200,
    body: { error: 'Unexpected endpoint or method. (POST /chat/completions)' },
    says: 'Unexpected endpoint or method.',
  })
  expect({ code: ended.code, asked: ended.asked.length }).toEqual({ code: 3, asked: 1 })
  expect(ended.last).toMatchObject({ type: 'turn_aborted', reason: 'provider_refused' })
  expect(messages(ended.told, 'error')[0]).toMatch(
    /Unexpected endpoint or method.*Check provider\.base_url \(most end in \/v1\)/s,
  )
}, 120_000)
