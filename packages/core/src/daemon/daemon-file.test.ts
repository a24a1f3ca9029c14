import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Epoch } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { daemonFilePath, readDaemonFile, removeDaemonFile, writeDaemonFile } from './daemon-file.ts'

const file = { port: 4711, token: 'secret', pid: 7, version: '0.1.0', epoch: Epoch.parse('ep_1') }
const home = () => mkdtempSync(join(tmpdir(), 'rawr-daemon-file-'))

test('what was written is read, and only its owner may', async () => {
  const place = home()
  await writeDaemonFile(place, file)
  expect(await readDaemonFile(place)).toEqual(file)
  expect(statSync(daemonFilePath(place)).mode & 0o777).toBe(0o600)
})

test('none, half a file, and one of another make are no daemon', async () => {
  const place = home()
  expect(await readDaemonFile(place)).toBeNull()
  for (const content of ['', '{"port":', '{"port":4711}', JSON.stringify({ ...file, port: 70_000 })]) {
    writeFileSync(daemonFilePath(place), content)
    expect(await readDaemonFile(place)).toBeNull()
  }
})

test('a daemon removes its own file and never its successor’s', async () => {
  const place = home()
  await writeDaemonFile(place, file)
  await removeDaemonFile(place, Epoch.parse('ep_0'))
  expect(await readDaemonFile(place)).toEqual(file)
  await removeDaemonFile(place, file.epoch)
  expect(await readDaemonFile(place)).toBeNull()
})
