// Failure rows of the kind TASK: what is being done, and how far it is.
import { expect, test } from 'vitest'
import { type Asked, held, opensPasts, rounds, running, type Said, type Step } from '../testing/past-bench.ts'

const open = opensPasts()

const EXTRACTIVE = { strategy: 'extractive', budget: 3_000 } as const

const planning = (done: number, count: number): Said => ({
  calls: [
    {
      name: 'update_plan',
      arguments: {
        plan: Array.from({ length: count }, (_, n) => ({
          step: `Step ${n + 1}: moor berth ${n + 1}`,
          status: n < done ? 'completed' : n === done ? 'in_progress' : 'pending',
        })),
      },
    },
  ],
})

test('TASK-01: mid-turn the live request is message 9 and the last words of the user; earlier ones are marked', async () => {
  const first = 'Run the skill deploy-docks now.'
  const row = await open({
    script: [...Array.from({ length: 8 }, () => ({ text: 'Done.' })), ...rounds(5), { text: 'Nine is done.' }],
    window: 20_000,
  })
  for (let n = 1; n <= 8; n += 1) await row.say(n === 1 ? first : `Message ${n}.`)
  const live = 'Message 9, the live one.'
  expect(await row.say(live)).toMatchObject({ last_agent_message: 'Nine is done.' })
  const triggers = (await row.compacted()).map(({ trigger }) => trigger)
  expect(triggers.length).toBeGreaterThan(0)
  expect(triggers).not.toContain('manual')
  const asked = row.asked().at(-1)?.users ?? []
  const said = asked.filter((text) => /^(?:\[i[0-9a-z]+, handled\]\n)?(?:Message \d|Run the skill)/.test(text))
  expect(said.at(-1)).toBe(live)
  expect(said).toHaveLength(9)
  for (const text of said.slice(0, -1)) expect(text).toMatch(/^\[i[0-9a-z]+, handled\]\n/)
})

test('TASK-03: a reply that comes while a compaction runs is answered behind it, once', async () => {
  const summary = held({ text: 'Told.' })
  const row = await open({
    script: [...rounds(6), { text: 'Which quay do you mean?' }, summary.step, { text: 'Quay 2, then.' }],
  })
  await row.say('Moor it.')
  const before = row.asked().length
  const compacting = row.compact({ strategy: 'inline' })
  await summary.arrived
  // Still waiting: nothing was asked but the summary.
  expect(row.asked()).toHaveLength(before + 1)
  const replied = row.say('The second one.')
  await row.client.event('queue_changed')
  summary.go()
  expect(await compacting).toMatchObject({ type: 'context_compacted' })
  expect(await replied).toMatchObject({ last_agent_message: 'Quay 2, then.' })
  const told = row.client.logged().map(({ msg }) => msg)
  const read = told.findIndex((msg) => msg.type === 'user_message' && msg.text === 'The second one.')
  expect(read).toBeGreaterThan(told.findIndex(({ type }) => type === 'context_compacted'))
  const answered = row.asked().slice(before + 1)
  expect(answered).toHaveLength(1)
  expect(answered[0]?.users.filter((text) => text === 'The second one.')).toHaveLength(1)
  expect(answered[0]?.texts.join('\n')).toContain('Which quay do you mean?')
})

test('TASK-04: a plan of 5 items of which 2 are done is the same 5 items with the same marks, told and asked', async () => {
  const row = await open({ script: [planning(2, 5), ...rounds(8), { text: 'So far.' }, { text: 'Yes.' }] })
  await row.say('Moor five berths.')
  await row.condense({ ...EXTRACTIVE, max_tail: 1 })
  await row.say('Go on.')
  const text = row.asked().at(-1)?.texts.join('\n') ?? ''
  const marks = ['[x]', '[x]', '[>]', '[ ]', '[ ]']
  for (const [n, mark] of marks.entries()) expect(text).toContain(`${mark} Step ${n + 1}: moor berth ${n + 1}`)
  const told = row.told('plan_update').at(-1)?.plan ?? []
  expect(told.map(({ status }) => status)).toEqual(['completed', 'completed', 'in_progress', 'pending', 'pending'])
})

test('TASK-05: of a checklist of 20 steps with a compaction every 4 rounds each request shows the right step, none twice', async () => {
  const begun: number[] = []
  /** Works on what the request shows as open; a step it is not shown it begins again at the first. */
  const worker = (asked: Asked): Said => {
    const shown = [...asked.texts.join('\n').matchAll(/\[>\] Step (\d+):/g)].at(-1)?.[1]
    const planned = asked.texts.findLast((text) => text.includes('"in_progress"'))
    const inCall = planned === undefined ? undefined : /Step (\d+)[^{}]*"in_progress"/.exec(planned)?.[1]
    const step = Number(inCall ?? shown ?? 1)
    begun.push(step)
    return planning(step, 20)
  }
  const one = (n: number): readonly Step[] => [
    n === 0 ? planning(0, 20) : worker,
    ...rounds(1, n + 1),
    { text: `Step ${n} is done.` },
  ]
  const row = await open({ script: Array.from({ length: 20 }, (_, n) => one(n)).flat() })
  for (let n = 0; n < 20; n += 1) {
    await row.say('Next step.')
    if (n % 4 !== 3) continue
    await row.condense({ ...EXTRACTIVE, max_tail: 0, budget: 2_500 })
    const view = (await row.compacted()).at(-1)?.message ?? ''
    expect(view).toContain(`[>] Step ${n + 1}: moor berth ${n + 1}`)
    expect(view.match(/\[x\]/g)).toHaveLength(n)
  }
  expect(begun).toEqual(Array.from({ length: 19 }, (_, n) => n + 1))
})

test('TASK-06: directory, branch and the last command with its flags are in what the next request carries', async () => {
  const files = { 'packages/quay/moor.sh': 'echo moored $*\n' }
  const row = await open({
    files,
    script: [
      running('git checkout -q -b berths-of-spring 2>&1; cd packages/quay && pwd'),
      running('cd packages/quay && sh moor.sh BERTH=7 --jobs=2 --keep-ropes'),
      ...rounds(8),
      { text: 'Moored.' },
      { text: 'Again.' },
    ],
  })
  await row.say('Moor berth 7.')
  await row.condense({ ...EXTRACTIVE, max_tail: 1 })
  await row.say('Run it again.')
  const text = row.asked().at(-1)?.texts.join('\n') ?? ''
  expect(text).toContain('cd packages/quay && sh moor.sh BERTH=7 --jobs=2 --keep-ropes')
  expect(text).toContain('berths-of-spring')
})

test('TASK-09: /compact during a tool loop waits for the next cut, and the turn goes on by itself', async () => {
  const seventh = held(rounds(1, 7)[0] ?? {})
  const row = await open({ script: [...rounds(6), seventh.step, ...rounds(1, 8), { text: 'All read.' }] })
  const turn = row.say('Read the quay.')
  await seventh.arrived
  expect(await row.send({ type: 'compact', ...EXTRACTIVE })).toMatchObject({ outcome: 'queued' })
  seventh.go()
  expect(await turn).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
  expect(await row.compacted()).toHaveLength(1)
})

test('TASK-10: after a compaction the first edit needs at most half the reads of a cold start', async () => {
  const FILES = 28
  const all = Array.from({ length: FILES }, (_, n) => n + 1)
  const files = Object.fromEntries(
    all.map((n) => [
      `src/berth-${n}.ts`,
      [`export const berthOfQuay${n} = moorAt(${n * 31}, 'rope-${n}')`, ...Array(150).fill('// only the tide')].join(
        '\n',
      ),
    ]),
  )
  /** Reads what the task needs and the request does not tell, then edits, then stops. */
  const explorer = (log: string[]): Step[] =>
    Array.from({ length: FILES + 1 }, () => ({ texts }: Asked) => {
      const missing = all.find((n) => !texts.some((text) => text.includes(`berthOfQuay${n} = moorAt`)))
      log.push(missing === undefined ? 'edit' : `read ${missing}`)
      return missing === undefined
        ? { text: 'Edited.' }
        : { calls: [{ name: 'read', arguments: { path: `src/berth-${missing}.ts` } }] }
    })
  const cold: string[] = []
  const fresh = await open({ files, script: explorer(cold) })
  await fresh.say('Give every berth a number, in one edit.')
  const [before, warm]: [string[], string[]] = [[], []]
  const row = await open({ files, script: [...explorer(before), ...explorer(warm)] })
  await row.say('Look at every quay before we begin.')
  await row.condense({ ...EXTRACTIVE, max_tail: 0, budget: 4_000 })
  await row.say('Give every berth a number, in one edit.')
  expect(cold).toEqual([...all.map((n) => `read ${n}`), 'edit'])
  expect(warm.at(-1)).toBe('edit')
  expect(warm.length).toBeLessThanOrEqual(cold.length / 2)
})
