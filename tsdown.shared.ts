// How every library package is built: ESM with declarations, dependencies left outside, straight from the sources.
// The command's own bundle is built otherwise (packages/cli/tsdown.config.ts).
import { defineConfig, type UserConfig } from 'tsdown'

export const library = (entry: Record<string, string>): UserConfig =>
  defineConfig({
    entry,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    dts: true,
    fixedExtension: true,
    treeshake: true,
    logLevel: 'warn',
  })
