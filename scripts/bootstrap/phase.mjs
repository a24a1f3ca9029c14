// One phase of the set-up: quiet while it works, one line when it is done, everything it printed when it failed.
import { spawnSync } from 'node:child_process'
import { root } from './root.mjs'

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

/** Runs a command to its end; throws with its captured output (pnpm prints errors on stdout) if it fails. */
export const runPhase = ({ doing, done, command, args, cwd = root, env = {} }) => {
  const startedAt = Date.now()
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', ...env },
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
    throw new Error(`${doing} failed: ${result.error?.message ?? `exit code ${result.status ?? result.signal}`}`)
  }
  process.stderr.write(`  ${done} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`)
}
