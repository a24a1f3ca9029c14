// Sources as syntax trees. TypeScript 7 has no compiler API, so the checks that need syntax use another parser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from '../bootstrap/root.mjs'

export const parseSource = (path) => {
  const { program, errors } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  return program
}

/** Whether any node of the tree satisfies the predicate. */
export const someNode = (node, predicate) => {
  if (node === null || typeof node !== 'object') return false
  if (typeof node.type === 'string' && predicate(node)) return true
  return Object.values(node).some((child) => someNode(child, predicate))
}
