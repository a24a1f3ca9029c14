/** Where everything of a person's lies: `RAWR_HOME`, else `.rawr` in their home folder. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathFrom, type Surroundings } from './command.ts'

export const homeOf = (at: Surroundings): string => {
  const named = at.env.RAWR_HOME
  return named === undefined || named === '' ? join(homedir(), '.rawr') : pathFrom(at, named)
}
