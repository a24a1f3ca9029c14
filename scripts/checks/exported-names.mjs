// The names each package exports through its doors, compared with exports.txt beside its manifest: a change of the public API
// is a decision, and shows in review. UPDATE=1 rewrites the files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../bootstrap/root.mjs'
import { packageFolders } from '../bootstrap/stamp.mjs'
import { parseSource } from './parse.mjs'
import { report } from './report.mjs'

const declaredNames = (declaration) => {
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => id.name)
  return [declaration.id.name]
}

const typeDeclarations = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'])

const namesOf = (statement) => {
  if (statement.type === 'ExportAllDeclaration') return ['*']
  if (statement.type === 'ExportDefaultDeclaration') return ['default']
  if (statement.type !== 'ExportNamedDeclaration') return []
  const { declaration, exportKind, specifiers } = statement
  if (declaration !== null) {
    const kind = typeDeclarations.has(declaration.type) ? 'type ' : ''
    return declaredNames(declaration).map((name) => `${kind}${name}`)
  }
  return specifiers.map((specifier) => {
    const kind = exportKind === 'type' || specifier.exportKind === 'type' ? 'type ' : ''
    return `${kind}${specifier.exported.name}`
  })
}

const doors = (folder) => {
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return Object.entries(exports).flatMap(([door, target]) =>
    typeof target === 'object' ? [{ door, path: posix.join(folder, target['@rawr/source']) }] : [],
  )
}

const listing = (folder) =>
  doors(folder)
    .map(({ door, path }) => {
      const names = [...new Set(parseSource(path).body.flatMap(namesOf))].sort()
      return [`# ${door}`, ...names, ''].join('\n')
    })
    .join('\n')

const compare = (folder) => {
  const golden = `${folder}/exports.txt`
  const path = join(root, golden)
  const now = listing(folder)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (now.includes('\n*\n')) return [`${folder}: a door exports *; list the names one by one`]
  if (now === before) return []
  if (process.env.UPDATE === '1' && !process.env.CI) {
    writeFileSync(path, now)
    return []
  }
  const added = now.split('\n').filter((line) => !before.split('\n').includes(line))
  const removed = before.split('\n').filter((line) => !now.split('\n').includes(line))
  const change = [...added.map((name) => `+${name}`), ...removed.map((name) => `-${name}`)].join(' ') || 'order'
  return [
    `${golden}: the exported names changed: ${change}. If that is meant: UPDATE=1 pnpm check names, and a changeset.`,
  ]
}

const missingDoors = (folder) =>
  doors(folder)
    .filter(({ path }) => !existsSync(join(root, path)))
    .map(({ door, path }) => `${folder}/package.json: door ${door} leads to ${path}, which does not exist`)

const check = (folder) => {
  const missing = missingDoors(folder)
  return missing.length > 0 ? missing : compare(folder)
}

const folders = packageFolders().filter((folder) => doors(folder).length > 0)
report({ problems: folders.flatMap(check), seen: `${folders.length} packages with doors` })
