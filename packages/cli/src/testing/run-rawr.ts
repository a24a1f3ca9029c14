/** The real program as a child process, in a home and a folder of its own. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breachesIn } from '@rawr/core/testing'

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

export type Desk = {
  readonly folder: string
  readonly home: string
  rawr(...args: readonly string[]): Promise<Ran>
  /** With this on standard input. */
  rawrReading(input: string, ...args: readonly string[]): Promise<Ran>
  /** Ends what runs for this home, removes both folders, and fails where a thread broke a law. */
  clear(): Promise<void>
}

/** `env` is all the program gets beside PATH, home and folder: no key of the machine reaches a test. */
export const openDesk = (env: Readonly<Record<string, string>> = {}): Desk => {
  const root = mkdtempSync(join(tmpdir(), 'rawr-desk-'))
  const folder = mkdtempSync(join(root, 'project-'))
  const home = mkdtempSync(join(root, 'home-'))
  const program = join(import.meta.dirname, '..', 'main.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const run = (input: string, args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['--conditions=@rawr/source', program, ...args], {
        env: { PATH, NODE_COMPILE_CACHE, INIT_CWD: folder, RAWR_HOME: home, HOME: root, ...env },
      })
      let out = ''
      let err = ''
      child.stdout.on('data', (piece) => {
        out += piece
      })
      child.stderr.on('data', (piece) => {
        err += piece
      })
      child.stdin.end(input)
      child.on('close', (code) => resolve({ code, out, err }))
    })
  return {
    folder,
    home,
    rawr: (...args) => run('', args),
    rawrReading: (input, ...args) => run(input, args),
    clear: async () => {
      await run('', ['daemon', 'stop'])
      const breaches = breachesIn(home)
      rmSync(root, { recursive: true, force: true })
      if (breaches.length > 0) throw new Error(breaches.join('\n'))
    },
  }
}

type Said = { readonly say: string; readonly run?: readonly string[] }

/** A home whose model is this recording: each step one answer, with the shell commands it asks for. */
export const recordModel = (home: string, steps: readonly Said[]): void => {
  const lines = steps.map(({ say, run = [] }) => ({
    type: 'step',
    items: [
      { type: 'message', text: say },
      ...run.map((command) => ({ type: 'function_call', name: 'shell', arguments: { command } })),
    ],
  }))
  const recording = join(home, 'recording.jsonl')
  writeFileSync(recording, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const provider = { provider: { wire_api: 'replay', recording }, sandbox: { mode: 'danger-full-access' } }
  // JSON is YAML.
  writeFileSync(join(home, 'config.yaml'), JSON.stringify(provider))
}

export type ServedModel = { readonly url: string; readonly contextWindow: number; readonly more?: object }

/** A home whose model is behind this address; nothing is asked before a command runs. */
export const serveModel = (home: string, { url, contextWindow, more = {} }: ServedModel): void => {
  const settings = {
    provider: { base_url: url, wire_api: 'chat' },
    model: { name: 'talker', context_window: contextWindow },
    sandbox: { mode: 'danger-full-access' },
    approvals: { policy: 'never' },
    ...more,
  }
  writeFileSync(join(home, 'config.yaml'), JSON.stringify(settings))
}
