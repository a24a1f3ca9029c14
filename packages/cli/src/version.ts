/**
 * Which build this is. A running daemon of another build is drained and replaced, so the number alone would not do: in a
 * clone the code changes under one number. The bundle's entry names its chunks by their content, so its own hash is
 * the hash of all.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }

export const VERSION: string = manifest.version

/** The version and, behind it, the build: `0.1.0+1f2e3d4c`. */
export const buildOf = (entryFile: string): string =>
  `${VERSION}+${createHash('sha256').update(readFileSync(entryFile)).digest('hex').slice(0, 8)}`
