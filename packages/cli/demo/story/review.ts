import { read, SUITE, shell, step, type Turn } from './calls.ts'

export const review: Turn = {
  user: 'Before I push: go over everything we did today once more with fresh eyes. Which files did we change, does anything break one of my rules, and is there a ship that still waits too long?',
  steps: [
    step(
      'All changes of today against where we began.',
      shell('git log --oneline'),
      shell('git log -p --no-color -- src'),
      shell('git diff --stat $(git rev-list --max-parents=0 HEAD) HEAD'),
      shell('git diff $(git rev-list --max-parents=0 HEAD) HEAD -- src'),
    ),
    step(
      'The rules once more, and whether data/ was touched.',
      read('AGENTS.md'),
      shell('git diff --stat $(git rev-list --max-parents=0 HEAD) HEAD -- data | wc -l'),
    ),
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
      'Who waits longest?',
      shell(
        "node src/cli.js plan --json | grep -B5 -A1 'waited_hours' | paste -sd' ' | tr -s ' ' | sed 's/--/\\n/g' | sort -t: -k9 | tail -60",
      ),
    ),
    step('The whole suite a last time, west of Greenwich.', shell(`TZ=America/New_York ${SUITE}`)),
    step(
      'Done. We changed src/calendar.js (UTC), src/csv.js and src/log-reader.js (either line end, day counts), src/planner.js (waiting inside the tide), src/report.js and src/cli.js (--json, --summary), and five test files; data/ is untouched, no name of the JSON report was dropped, every step has its commit, and nobody waits longer than WAIT_MAX.',
    ),
  ],
}
