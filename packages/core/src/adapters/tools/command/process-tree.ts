/**
 * Which processes a command has running, read from /proc: its descendants and whoever is in its group. Elsewhere than on Linux
 * nothing is seen, and nothing is claimed.
 */
import { readdir, readFile } from 'node:fs/promises'

export type ProcessTree = {
  /** Every process of the machine; `null`: this system does not say. */
  countAll(): Promise<number | null>
  /** Of the command whose group leader this is, itself included. */
  membersOf(leader: number): Promise<readonly number[]>
}

export const systemProcesses: ProcessTree = {
  countAll: async () => (await processIds())?.length ?? null,
  membersOf: async (leader) => {
    const found = await Promise.all(((await processIds()) ?? []).map(readParents))
    return membersAmong(
      leader,
      found.filter((process) => process !== null),
    )
  },
}

type Parents = { readonly id: number; readonly parent: number; readonly group: number }

/** A process whose parent died belongs to its group still; one that left the group, to its parent. */
const membersAmong = (leader: number, all: readonly Parents[]): readonly number[] => {
  const members = new Set<number>([leader])
  for (let before = 0; before < members.size; ) {
    before = members.size
    for (const { id, parent, group } of all) if (group === leader || members.has(parent)) members.add(id)
  }
  return [...members]
}

const processIds = async (): Promise<readonly number[] | null> => {
  const names = await readdir('/proc').catch(() => null)
  return names?.filter((name) => /^\d+$/.test(name)).map(Number) ?? null
}

/** The name in brackets may hold anything, brackets and spaces too: what follows the last one counts. */
const readParents = async (id: number): Promise<Parents | null> => {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null)
  const [, parent, group] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return parent === undefined || group === undefined ? null : { id, parent: Number(parent), group: Number(group) }
}
