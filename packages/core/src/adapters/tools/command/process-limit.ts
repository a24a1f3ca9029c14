/**
 * Ends a command that breeds processes without end. The count of all processes is cheap and asked often; only where it has
 * grown by more than the limit is it found out whose they are. It acts after the fact: a system limit (`ulimitedArgv`) does not.
 */
import type { ProcessTree } from './process-tree.ts'

/** More than any build has at once, and few enough for every machine. */
export const PROCESSES_MAX = 2048

const LOOK_MS = 200

export type Breeding = {
  readonly leader: number
  readonly processesMax: number
  readonly tree: ProcessTree
  /** Called once, with all that were found. */
  readonly onTooMany: (members: readonly number[]) => void
}

/** Returns what stops the watch. */
export const watchBreeding = ({ leader, processesMax, tree, onTooMany }: Breeding): (() => void) => {
  let isOver = false
  let timer: NodeJS.Timeout | null = null
  let before: number | null = null
  const look = async (): Promise<void> => {
    const count = await tree.countAll()
    if (count === null || isOver) return
    before ??= count
    const members = count - before > processesMax ? await tree.membersOf(leader) : []
    if (isOver) return
    if (members.length > processesMax) {
      isOver = true
      onTooMany(members)
    } else timer = setTimeout(() => void look(), LOOK_MS)
  }
  void look()
  return () => {
    isOver = true
    if (timer !== null) clearTimeout(timer)
  }
}

/** `-u` is bash's spelling of the limit and `-p` dash's; in bash `-p` is something else that cannot be set. */
export const ulimitedArgv = (argv: readonly string[], processesMax: number): readonly string[] => [
  'sh',
  '-c',
  `ulimit -u ${processesMax} 2>/dev/null || ulimit -p ${processesMax} 2>/dev/null; exec "$@"`,
  'sh',
  ...argv,
]

/** Since 5.14 Linux counts the processes of a user in each user namespace by itself; before, those of a whole desktop counted. */
export const countsByNamespace = (release: string): boolean => {
  const [major = 0, minor = 0] = release.split('.').map(Number)
  return major > 5 || (major === 5 && minor >= 14)
}
