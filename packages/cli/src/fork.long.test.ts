import { afterEach, expect, test } from 'vitest'
import { type Desk, openDesk, recordModel } from './testing/run-rawr.ts'

const desks: Desk[] = []
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.clear()
}, 30_000)

test('a fork goes on from the past of its original, which stays as it was; what is not there is refused', {
  timeout: 300_000,
}, async () => {
  const desk = openDesk()
  desks.push(desk)
  const { rawr, home } = desk
  recordModel(home, [{ say: 'First.' }, { say: 'Second.' }])
  const original = /thread (\S+)/.exec((await rawr('exec', 'One.')).err)?.[1] ?? ''
  const forked = await rawr('fork', original)
  expect(forked).toMatchObject({ code: 0, err: '' })
  const id = forked.out.trim()
  expect(id).toMatch(/^th_\w+$/)
  expect(id).not.toBe(original)
  expect(await rawr('resume', id, 'Two.')).toMatchObject({ code: 0, out: 'Second.\n' })
  expect((await rawr('export', original, '--format', 'md')).out).not.toContain('Two.')
  const refused = await rawr('fork', original, '--at', 'i_none', '--json')
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('i_none') })
  expect(JSON.parse(refused.out)).toMatchObject({ type: 'rejected', path: expect.arrayContaining(['op', 'at']) })
})
