/** `rawr doctor`: configuration, provider, sandbox, disk and logs, one line each. */
import { diagnose } from '@rawr/core'
import { withoutControls } from './agent/without-controls.ts'
import { defineCommand } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'

export const doctor = defineCommand({
  usage: 'doctor [flags]',
  about: 'Checks configuration, provider, sandbox, disk and the newest logs. Exit 1 where something is not well.',
  flags: { json: { type: 'boolean', help: 'one finding per line' } },
  operands: [0, 0],
  run: async ({ flags, at }) => {
    const env = Object.fromEntries(
      Object.entries(at.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
    const findings = await diagnose({ home: homeOf(at), cwd: at.cwd, env })
    for (const finding of findings) {
      const { subject, isWell, text } = finding
      const line = `${isWell ? '✔' : '✘'} ${subject}: ${withoutControls(text)}`
      at.print(flags.json === true ? JSON.stringify(finding) : line)
    }
    return findings.every(({ isWell }) => isWell) ? EXIT.done : EXIT.failed
  },
})
