// Tests run on the sources of every package, never on a build. `quick` is what `npm test` runs; `long` holds what takes
// longer than a person waits for.
import { defineConfig } from 'vitest/config'
import { availableRequirements } from './scripts/requirements.ts'

const conditions = ['@rawr/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    globalSetup: ['./scripts/tests/temporary-folder.ts'],
    setupFiles: ['./scripts/judge-threads.ts'],
    provide: { available: availableRequirements() },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          // Loading the same modules anew for each of 500 files cost more than the tests: no test replaces a module, and
          // state that lives in one is a fault that a shared worker shows.
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['**/*.long.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: { name: 'long', include: ['packages/*/src/**/*.long.test.ts'], testTimeout: 600_000 },
      },
    ],
  },
})
