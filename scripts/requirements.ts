// What some tests need and not every machine has. A test that needs one says so in its name, `[needs bwrap]`, and skips without
// it: `test.skipIf(!inject('available').includes('bwrap'))`. RAWR_REQUIRE=bwrap,python turns the skip into a failure.
import { spawnSync } from 'node:child_process'

type Requirement = { readonly reason: string; readonly command: readonly [string, ...string[]] }

/** The interpreter that has the websockets module: RAWR_PYTHON, else the first python3 on the path. */
const python = process.env.RAWR_PYTHON ?? 'python3'

/** The only reasons for which a test may be skipped. */
export const requirements: Readonly<Record<string, Requirement>> = {
  bwrap: {
    reason: 'bubblewrap is not installed or may not create namespaces here',
    command: ['bwrap', '--unshare-user', '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', 'true'],
  },
  chromium: { reason: 'no chromium on PATH', command: ['sh', '-c', 'command -v chromium'] },
  python: { reason: 'no python3 with the websockets module', command: [python, '-c', 'import websockets'] },
  'mock-model': {
    reason: 'no independent model server in ../shared/bench/mock-model',
    command: ['test', '-f', '../shared/bench/mock-model/server.mjs'],
  },
  corpus: { reason: 'no recorded sessions in ../shared/corpus', command: ['test', '-d', '../shared/corpus'] },
  unprivileged: { reason: 'root may write what is read-only', command: ['sh', '-c', 'test "$(id -u)" != 0'] },
  prlimit: { reason: 'no prlimit on PATH', command: ['prlimit', '--version'] },
  tmux: { reason: 'no tmux on PATH', command: ['tmux', '-V'] },
}

const PROBE_MS = 15_000

const isThere = ({ command: [name, ...args] }: Requirement): boolean =>
  spawnSync(name, args, { stdio: 'ignore', timeout: PROBE_MS }).status === 0

/** The names of the requirements that this machine meets, found by running each. */
export const availableRequirements = (): string[] =>
  Object.entries(requirements).flatMap(([name, requirement]) => (isThere(requirement) ? [name] : []))

declare module 'vitest' {
  export interface ProvidedContext {
    readonly available: readonly string[]
  }
}
