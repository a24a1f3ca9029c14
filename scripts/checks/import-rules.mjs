// Every arrow of the house as a rule: which package may import which, which folder of core, tui and lab may import which, and
// what a pure file may import at all.
import { notPure, pureFiles, purePackages } from './purity.mjs'

/** The house, floor by floor. A package's manifest names no workspace dependency but these (cli: as what it bundles). */
export const packageArrows = {
  protocol: [],
  policy: ['protocol'],
  prompts: ['protocol'],
  compaction: ['policy', 'prompts', 'protocol'],
  audit: ['policy', 'protocol'],
  tui: ['policy', 'prompts', 'protocol'],
  core: ['audit', 'compaction', 'policy', 'prompts', 'protocol'],
  lab: ['audit', 'compaction', 'policy', 'prompts', 'protocol'],
  cli: ['audit', 'core', 'lab', 'protocol', 'tui'],
  simulation: ['audit', 'cli', 'compaction', 'core', 'lab', 'policy', 'prompts', 'protocol', 'tui'],
}

/** Inside a package: what each folder may import of its own package (itself apart), and of the others. */
const folderArrows = {
  core: {
    engine: { own: [], packages: ['protocol', 'policy', 'prompts', 'compaction'] },
    ports: { own: [], packages: ['protocol', 'audit'] },
    runtime: { own: ['engine', 'ports'], packages: ['protocol', 'policy', 'prompts', 'compaction', 'audit'] },
    adapters: { own: ['ports'], packages: ['protocol'] },
    config: { own: ['ports'], packages: ['protocol'] },
    testing: {
      own: ['engine', 'ports', 'runtime', 'adapters'],
      packages: ['protocol', 'policy', 'prompts', 'compaction'],
    },
  },
  tui: {
    components: { own: [], packages: [] },
    text: { own: [], packages: [] },
    composer: { own: ['text'], packages: ['protocol'] },
    store: { own: ['text', 'composer'], packages: ['protocol', 'policy'] },
    render: { own: ['text', 'composer', 'store'], packages: ['protocol', 'policy'] },
    watcher: { own: [], packages: ['protocol', 'policy', 'prompts'] },
  },
  lab: {
    import: { own: [], packages: ['protocol'] },
    probes: { own: ['import'], packages: ['protocol', 'policy', 'prompts', 'audit'] },
    recall: { own: ['import', 'probes'], packages: ['protocol', 'policy', 'prompts', 'audit'] },
  },
}

/** Folders that judge compactors, whoever wrote them. */
const EXAMINERS = new Set(['probes', 'recall'])

const oneOf = (names) => `(${names.join('|')})`
const tests = '\\.test\\.tsx?$'

const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

// A package that the manifest does not name is not linked, so it keeps its name here instead of leading to its sources.
const HOUSE = '^(packages|@rawr)/'
const notOf = (names) => `${HOUSE}${oneOf(names)}(/|$)`

const packageRules = Object.entries(packageArrows).map(([name, allowed]) =>
  forbid(
    `package-${name}`,
    `${name} may import of the house: ${allowed.join(', ') || 'nothing'}. Move the code down, or the decision up.`,
    { path: `^packages/${name}/` },
    { path: HOUSE, pathNot: notOf([name, ...allowed]) },
  ),
)

const folderRules = Object.entries(folderArrows).flatMap(([name, folders]) =>
  Object.entries(folders).flatMap(([folder, { own, packages }]) => [
    forbid(
      `${name}-${folder}`,
      `${name}/${folder} may import of its own package: ${own.join(', ') || 'nothing outside itself'}.`,
      { path: `^packages/${name}/src/${folder}/`, pathNot: tests },
      { path: `^packages/${name}/src/`, pathNot: `^packages/${name}/src/${oneOf([folder, ...own])}[/.]` },
    ),
    forbid(
      `${name}-${folder}-packages`,
      `${name}/${folder} may import of the other packages: ${packages.join(', ')}.`,
      { path: `^packages/${name}/src/${folder}/`, pathNot: tests },
      {
        path: HOUSE,
        pathNot: notOf([name, ...packages]),
        // The examiner must not know the pupil, but may speak of the same types.
        ...(EXAMINERS.has(folder) ? { dependencyTypesNot: ['type-only'] } : {}),
      },
    ),
  ]),
)

const purityRules = [
  forbid(
    'pure-no-node',
    'A pure file may not import node:*. Let what it needs come in as an argument or an event.',
    { path: pureFiles, pathNot: notPure },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'pure-no-library',
    `A pure file may import of the registry: ${purePackages.join(', ')}.`,
    { path: pureFiles, pathNot: notPure },
    { path: 'node_modules/', pathNot: `node_modules/${oneOf(purePackages)}/` },
  ),
  forbid(
    'pure-only-pure',
    'A pure file imports only pure files and the doors of other packages.',
    { path: pureFiles, pathNot: notPure },
    { path: '^packages/', pathNot: [...pureFiles, '/index\\.ts$'] },
  ),
  forbid(
    'pure-no-rim',
    'A pure file may not import a rim file.',
    { path: pureFiles, pathNot: notPure },
    { path: notPure.filter((pattern) => !pattern.includes('index')) },
  ),
]

const houseRules = [
  forbid(
    'no-circular',
    'No loops, types included: name the thing both need, and give it a file below them.',
    {},
    { circular: true },
  ),
  forbid('not-found', 'This import leads nowhere.', {}, { couldNotResolve: true }),
  forbid(
    'not-declared',
    'A dependency that the package does not declare works here and fails once installed.',
    { path: '^packages/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'not-only-for-development',
    'Sources may not import what is only there in development (cli bundles what it imports).',
    { path: '^packages/', pathNot: [tests, '^packages/cli/', '/tsdown\\.config\\.ts$', '/testing/'] },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
  ),
  forbid(
    'sources-by-name',
    'Another package is imported by its name and door, not by a path into its sources.',
    { path: '^packages/([^/]+)/' },
    {
      path: '^packages/',
      pathNot: '^packages/$1/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased-workspace', 'npm'],
    },
  ),
  forbid('tests-are-leaves', 'Nothing imports a test.', {}, { path: tests }),
  forbid(
    'core-testing-stays-outside',
    'Only tests and the door may import core/testing from inside core.',
    { path: '^packages/core/src/', pathNot: [tests, '/testing/'] },
    { path: '^packages/core/src/testing/' },
  ),
  forbid(
    'watcher-needs-no-screen',
    'The watcher runs without a screen: no ink, no react.',
    { path: '^packages/tui/src/watcher/' },
    { path: 'node_modules/(ink|react)' },
  ),
]

export const importRules = [...packageRules, ...folderRules, ...purityRules, ...houseRules]
