// Import directions, purity and loops, checked on the real files. A cruiser that sees no file passes everything, so what it
// saw is compared with what there is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from '../bootstrap/root.mjs'
import { packageFolders } from '../bootstrap/stamp.mjs'
import { importRules, packageArrows } from './import-rules.mjs'
import { report } from './report.mjs'
import { sourceFiles } from './source-files.mjs'

const cruiseSources = async (files) => {
  process.chdir(root)
  const { output } = await cruise(
    files,
    {
      ruleSet: { forbidden: importRules },
      validate: true,
      tsPreCompilationDeps: true,
      combinedDependencies: false,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '/dist/' },
    },
    {
      conditionNames: ['@rawr/source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  )
  return output
}

const unseen = (files, modules) => {
  const seen = new Set(modules.filter((module) => !module.couldNotResolve).map((module) => module.source))
  return files
    .filter((file) => !seen.has(file))
    .map((file) => `${file}: not seen by the cruiser; its parser is missing`)
}

const describe = ({ rule, from, to, cycle }) => {
  const { comment } = importRules.find(({ name }) => name === rule.name)
  const path = cycle ? [from, ...cycle.map((step) => step.name)].join(' → ') : `${from} → ${to}`
  return `${path}: ${rule.name}. ${comment}`
}

/** A manifest that promises more than the house allows would let a package be published with a wrong dependency. */
const wrongManifests = () =>
  packageFolders().flatMap((folder) => {
    const name = folder.slice('packages/'.length)
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter((dependency) => dependency.startsWith('@rawr/'))
      .map((dependency) => dependency.slice('@rawr/'.length))
      .sort()
    const arrows = packageArrows[name]
    if (arrows === undefined)
      return [`${folder}: not in packageArrows of scripts/checks/import-rules.mjs; add its arrows`]
    if (declared.every((dependency) => arrows.includes(dependency))) return []
    return [
      `${folder}/package.json: workspace dependencies are ${declared.join(', ')}; the house allows ${arrows.join(', ')}`,
    ]
  })

const files = sourceFiles()
const { modules, summary } = await cruiseSources(files)
report({
  problems: [...unseen(files, modules), ...summary.violations.map(describe), ...wrongManifests()],
  seen: `${files.length} files, ${summary.totalDependenciesCruised} imports, ${importRules.length} rules`,
})
