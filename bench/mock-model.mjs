// The mock model that answers by script, started as a process of its own so that its work is not counted as ours.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** It lies beside the repository, not in it. */
export const mockFolder =
  process.env.RAWR_MOCK_MODEL ?? fileURLToPath(new URL('../../shared/bench/mock-model', import.meta.url))

export const startMockModel = async (logFile) => {
  const server = join(mockFolder, 'server.mjs')
  if (!existsSync(server)) {
    process.stderr.write(`no mock model at ${server}: set RAWR_MOCK_MODEL to its folder\n`)
    process.exit(2)
  }
  const child = spawn(process.execPath, [server, '--log', logFile, '--log-bodies', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(JSON.parse(line).url))
    child.once('exit', (code) => reject(new Error(`the mock model ended with ${code}`)))
  })
  const control = async (path, init) => (await fetch(`${url}/__mock/${path}`, init)).json()
  return {
    url,
    putScript: (name, body) => control(`scripts/${name}`, { method: 'PUT', body }),
    requestsOf: async (conversation) => (await control(`conversations/${conversation}`)).log,
    stop: () => child.kill(),
  }
}
