// The faults: which check must find each and in what words (a check can also fail for a reason of its own), and the files that make
// it. The last file is the one the check must name.
const policy = 'packages/policy/src'
const plant = (name, text) => ({ path: `${policy}/${name}.ts`, text })

export const faults = [
  {
    check: 'imports',
    fault: 'a loop of types',
    says: 'no-circular',
    files: [
      plant('planted-loop', "import type { Right } from './planted-ring.ts'\n\nexport type Left = { right: Right }\n"),
      plant('planted-ring', "import type { Left } from './planted-loop.ts'\n\nexport type Right = { left: Left }\n"),
    ],
  },
  {
    check: 'imports',
    fault: 'node:fs in a pure folder',
    says: 'pure-no-node',
    files: [
      plant('planted-disk', "import { readFileSync } from 'node:fs'\n\nexport const read = () => readFileSync('x')\n"),
    ],
  },
  {
    check: 'imports',
    fault: 'an import up the house',
    says: 'package-policy',
    files: [
      plant(
        'planted-upward',
        "import type { HistoryItem } from '@rawr/compaction'\n\nexport type Item = HistoryItem\n",
      ),
    ],
  },
  {
    check: 'imports',
    fault: "a path into another package's sources",
    says: 'sources-by-name',
    files: [
      plant(
        'planted-path',
        "import type { Tokens } from '../../protocol/src/units.ts'\n\nexport type Count = Tokens\n",
      ),
    ],
  },
  {
    check: 'imports',
    fault: 'a pure file of core that imports an adapter',
    says: 'core-engine',
    files: [
      { path: 'packages/core/src/adapters/planted-world.ts', text: 'export const world = 1\n' },
      {
        path: 'packages/core/src/engine/planted-reach.ts',
        text: "import { world } from '../adapters/planted-world.ts'\n\nexport const reach = world\n",
      },
    ],
  },
  ...['probes', 'recall'].map((folder) => ({
    check: 'imports',
    fault: `an examiner in lab/${folder} that knows the pupil`,
    says: `lab-${folder}-packages`,
    files: [
      {
        path: `packages/lab/src/${folder}/planted-friend.ts`,
        text: "import { planCompaction } from '@rawr/compaction'\n\nexport const friend = planCompaction\n",
      },
    ],
  })),
  {
    check: 'unused',
    fault: 'an export that nothing uses',
    says: 'unused  ',
    files: [
      plant('planted-used', 'export const used = 1\n\nexport const unused = 2\n'),
      plant('planted-used.test', "import { used } from './planted-used.ts'\n\nexport const twice = used\n"),
    ].reverse(),
  },
  {
    check: 'types',
    fault: 'an index that may be undefined',
    says: 'TS2322',
    files: [plant('planted-index', 'export const first = (list: string[]): string => list[0]\n')],
  },
  {
    check: 'promises',
    fault: 'a promise that nobody awaits',
    says: 'no-floating-promises',
    files: [
      plant(
        'planted-floating',
        'const later = async (): Promise<void> => {}\n\nexport const start = (): void => {\n  later()\n}\n',
      ),
    ],
  },
  {
    check: 'promises',
    fault: 'a switch that forgets a case',
    says: 'switch-exhaustiveness-check',
    files: [
      plant(
        'planted-switch',
        "export const name = (kind: 'a' | 'b'): void => {\n  switch (kind) {\n    case 'a':\n      return\n  }\n}\n",
      ),
    ],
  },
  {
    check: 'sizes',
    fault: 'a file of 401 lines',
    says: '401 lines',
    files: [plant('planted-long', '// A line.\n'.repeat(401))],
  },
  {
    check: 'style',
    fault: 'Math.random in a pure folder',
    says: 'No Math.random',
    files: [plant('planted-chance', 'export const roll = (): number => Math.random()\n')],
  },
  {
    check: 'style',
    fault: 'Date.now in a pure folder',
    says: 'has no clock',
    files: [plant('planted-clock', 'export const now = (): number => Date.now()\n')],
  },
  {
    check: 'style',
    fault: 'a timer in a pure folder',
    says: 'noRestrictedGlobals',
    files: [plant('planted-timer', 'export const wait = (done: () => void): unknown => setTimeout(done, 1)\n')],
  },
  {
    check: 'style',
    fault: 'a default export',
    says: 'noDefaultExport',
    files: [plant('planted-default', 'export default 1\n')],
  },
  {
    check: 'style',
    fault: 'an index that exports everything',
    says: 'noReExportAll',
    files: [{ path: 'packages/core/src/testing/planted/index.ts', text: "export * from '../planted-all.ts'\n" }],
  },
  {
    check: 'style',
    fault: 'a function of more than 70 lines',
    says: 'noExcessiveLinesPerFunction',
    files: [
      plant('planted-function', `export const long = (list: number[]): void => {\n${'  list.push(1)\n'.repeat(71)}}\n`),
    ],
  },
  {
    check: 'style',
    fault: 'a test that runs alone',
    says: 'noFocusedTests',
    files: [plant('planted-only.test', "import { test } from 'vitest'\n\ntest.only('runs alone', () => {})\n")],
  },
  {
    check: 'style',
    fault: 'a test that is skipped',
    says: 'noSkippedTests',
    files: [plant('planted-skip.test', "import { test } from 'vitest'\n\ntest.skip('is skipped', () => {})\n")],
  },
  {
    check: 'tests',
    fault: 'logic without a test beside it',
    says: 'has logic and no',
    files: [plant('planted-untested', 'export const larger = (a: number, b: number): number => (a > b ? a : b)\n')],
  },
  {
    check: 'rows',
    fault: 'a guard that is not where the list says',
    says: '0 times in',
    files: [{ path: 'packages/core/src/runtime/run-tools.ts', text: '' }],
  },
  {
    check: 'lockfile',
    fault: 'a lockfile bound to a host',
    says: 'bound to a host',
    files: [{ path: 'pnpm-lock.yaml', text: 'resolution: {tarball: https://registry.example/x.tgz}\n' }],
  },
]
