// Which files decide and which touch the world. A pure file has no node:*, clock, chance, timers, logger, socket or screen,
// and imports only pure files and the doors of other packages. biome.json names the same folders for its globals rule.
export const pureFiles = [
  '^packages/(policy|compaction|prompts|protocol)/src/',
  '^packages/audit/src/(record|fold|dedupe|arbiter|explain)\\.ts$',
  '^packages/core/src/engine/',
  '^packages/core/src/daemon/(admission|connection|connection-state)\\.ts$',
  '^packages/tui/src/watcher/(state|steps|transition|sequence|sequence-start)\\.ts$',
  '^packages/tui/src/(text|composer|store|render)/',
]

export const notPure = [
  '\\.test\\.tsx?$',
  // What tests stand on: fixtures, generators, doubles.
  '^packages/(policy|compaction|prompts)/src/testing/',
  // The doors of the packages: names listed one by one, no code.
  '/index\\.ts$',
  // The rims inside the pure folders.
  '^packages/prompts/src/prompt-store\\.ts$',
  '^packages/protocol/src/client/rawr-client\\.ts$',
  '^packages/compaction/src/tokens/referee\\.ts$',
]

/** What a pure file may take from the registry: libraries that are pure themselves. */
export const purePackages = ['zod', 'picomatch', 'yaml', '@noble/hashes', 'string-width']
