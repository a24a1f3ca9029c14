import { read, shell, step, type Turn } from './calls.ts'

export const review: Turn = {
  user: 'Before I push: go over everything we did today once more with fresh eyes. Which files did we change, does anything break one of my rules, and is anything under data/ among them?',
  steps: [
    step(
      'All changes of today against where we began.',
      shell('git log -p --no-color -- src; git diff --stat $(git rev-list --max-parents=0 HEAD) HEAD'),
    ),
    step('The rules once more.', read('AGENTS.md')),
    step(
      'The modules as they are now.',
      read('src/calendar.js'),
      read('src/csv.js'),
      read('src/planner.js'),
      read('src/report.js'),
      read('src/log-reader.js'),
      read('src/cli.js'),
    ),
    step(
      'And what stands for them.',
      read('test/calendar.test.js'),
      read('test/planner.test.js'),
      read('test/fleet-plan.test.js'),
      read('test/log-summary.test.js'),
      read('test/json-report.test.js'),
      read('test/log-reader.test.js'),
    ),
    step(
      'Done. We changed src/calendar.js (UTC), src/csv.js and src/log-reader.js (either line end, day counts), src/planner.js (waiting inside the tide), src/report.js and src/cli.js (--json, --summary), and five test files; data/ is untouched, no name of the JSON report was dropped, every step has its commit.',
    ),
  ],
}
