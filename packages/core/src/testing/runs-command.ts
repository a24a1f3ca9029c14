/** Whether some process of this machine was started with just this command line. */
import { readdirSync, readFileSync } from 'node:fs'

export const runsCommand = (commandLine: string): boolean =>
  readdirSync('/proc').some((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8') === `${commandLine.replaceAll(' ', '\0')}\0`
    } catch {
      return false
    }
  })
