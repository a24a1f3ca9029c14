/** Whether a program that left its number behind still runs. The number alone lies once it is given to another. */
import { readFileSync } from 'node:fs'

export type Occupant = {
  readonly pid: number
  /** Boot and start time where the system tells them; empty elsewhere. */
  readonly started: string
}

export const thisProgram = (): Occupant => ({ pid: process.pid, started: startOf(process.pid) })

export const isAlive = (occupant: Occupant): boolean => {
  try {
    process.kill(occupant.pid, 0)
  } catch (cause) {
    // EPERM: it runs, and belongs to someone else.
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const started = startOf(occupant.pid)
  return started === '' || occupant.started === '' || started === occupant.started
}

/** Linux: field 22 of `stat`, counted behind the command's name, which may hold spaces and brackets. */
const startOf = (pid: number): string => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    // A zombie answers signals and does nothing any more.
    if (fields[0] === 'Z') return 'ended'
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${fields[19] ?? ''}`
  } catch {
    return ''
  }
}
