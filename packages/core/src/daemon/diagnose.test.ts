import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { responses, sse, startProvider } from '../adapters/model/testing/provider-server.ts'
import { diagnose } from './diagnose.ts'

const PATH = process.env.PATH ?? ''

const look = async (config: object | string, prepare: (home: string) => Promise<void> = async () => {}) => {
  const home = await mkdtemp(join(tmpdir(), 'rawr-doctor-'))
  await writeFile(join(home, 'config.yaml'), typeof config === 'string' ? config : JSON.stringify(config))
  await prepare(home)
  const findings = await diagnose({ home, cwd: home, env: { PATH } })
  return (subject: string) => findings.find((finding) => finding.subject === subject)
}

const server = (base_url: string) => ({ provider: { base_url }, model: { name: 'alder', context_window: 8000 } })

test('a server that answers, a disk with room and no thread are well', async () => {
  const provider = await startProvider(sse(responses.completed()))
  const of = await look(server(provider.url))
  expect(of('configuration')).toMatchObject({ isWell: true })
  expect(of('provider')).toMatchObject({ isWell: true, text: expect.stringContaining('alder') })
  expect(of('disk')).toMatchObject({ isWell: true })
  expect(of('threads')).toMatchObject({ isWell: true, text: expect.stringContaining('0 logs') })
  await provider.close()
})

test('a server that is not there, a key of nonsense and a damaged log are each named with what to do', async () => {
  const nobody = await look(server('http://127.0.0.1:1/v1'), async (home) => {
    await mkdir(join(home, 'sessions', '2026'), { recursive: true })
    await writeFile(join(home, 'sessions', '2026', 'rollout-2026-03-14T09-00-00-th_broken.jsonl'), 'foreign\n')
  })
  expect(nobody('provider')).toMatchObject({ isWell: false, text: expect.stringContaining('does not answer') })
  expect(nobody('threads')).toMatchObject({ isWell: false, text: 'damaged: rawr repair th_broken' })
  const wrong = await look('providr: {}\n')
  expect(wrong('configuration')).toMatchObject({ isWell: false, text: expect.stringContaining('providr') })
})
