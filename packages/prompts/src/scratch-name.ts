/** What the agent's own notes are called: the same file for a thread every time, and no two threads of a day in one. */

const NAMES = [
  'alder',
  'aspen',
  'birch',
  'cedar',
  'clover',
  'elm',
  'fern',
  'hazel',
  'heath',
  'ivy',
  'juniper',
  'laurel',
  'linden',
  'maple',
  'moss',
  'oak',
  'olive',
  'pine',
  'reed',
  'rowan',
  'sage',
  'sorrel',
  'thistle',
  'willow',
] as const

export type ScratchOwner = {
  readonly threadId: string
  /** Of a sub-agent that has one. */
  readonly agentName?: string | undefined
}

/** Relative to the project: `.scratch/agent-<name>.scratch.md`, lower case, letters, digits and `-` only. */
export const scratchFile = ({ threadId, agentName = '' }: ScratchOwner): string => {
  const given = agentName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return `.scratch/agent-${given === '' ? fallbackName(threadId) : given}.scratch.md`
}

const fallbackName = (threadId: string): string =>
  threadId === '' ? 'rawr' : (NAMES[hash(threadId) % NAMES.length] ?? 'rawr')

/** FNV-1a, 32 bits: the same on every machine. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value
}
