// The lockfile installs anywhere: it names no registry host and no path of this machine, and no .npmrc fixes one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/root.mjs'
import { report } from './report.mjs'

const lines = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8').split('\n')

const bound = lines.flatMap((line, index) =>
  /https?:\/\/|tarball:|file:\//.test(line)
    ? [
        `pnpm-lock.yaml:${index + 1}: bound to a host or a path: ${line.trim()}. Install again from the public registry.`,
      ]
    : [],
)

const registries = ['.npmrc']
  .filter((path) => existsSync(join(root, path)) && /registry|_auth/.test(readFileSync(join(root, path), 'utf8')))
  .map((path) => `${path}: fixes a registry or a token. Keep that in your own ~/.npmrc.`)

report({ problems: [...bound, ...registries], seen: `${lines.length} lines` })
