import {
  commitAfter,
  done,
  glob,
  grep,
  list,
  next,
  now,
  page,
  patch,
  plan,
  read,
  SUITE,
  shell,
  step,
  type Turn,
  testOf,
} from './calls.ts'

export const day: Turn = {
  user: 'The plan prints the wrong day west of Greenwich: a colleague in New York sees 30 April where we see 1 May. Please find out why and fix it. Small commits, and never touch anything under data/, those files belong to the harbour office.',
  steps: [
    step(
      'I will look at the rules and the layout of the project first.',
      read('AGENTS.md'),
      list('.'),
      glob('**/*.js'),
    ),
    step(
      'Three steps: see it fail, fix the calendar, prove it.',
      plan([now, 'Reproduce the wrong day'], [next, 'Count days in UTC'], [next, 'Prove it west of Greenwich']),
    ),
    step('Reading the modules that print dates.', read('src/calendar.js'), read('src/report.js'), read('src/cli.js')),
    step(
      'How do times look in the files of the harbour office?',
      read('data/vessels.csv'),
      page('data/harbour.log', 1, 420),
    ),
    step('And who calls them.', grep('dayOf|clockOf|daysTouched', 'src'), read('test/calendar.test.js')),
    step('Let me see it fail.', shell(`TZ=America/New_York ${SUITE}`)),
    step(
      'dayOf and clockOf read the local clock: getFullYear, getDate, getHours. They must read the UTC one.',
      patch(
        '*** Update File: src/calendar.js',
        '@@ export function dayOf(time) {',
        '   const date = new Date(time)',
        '-  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`',
        '+  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`',
        ' }',
        '@@ export function clockOf(time) {',
        '   const date = new Date(time)',
        '-  return `${pad(date.getHours())}:${pad(date.getMinutes())}`',
        '+  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`',
        ' }',
      ),
    ),
    step(
      'The middle of the log for times around midnight, and whether another local clock is left in src.',
      page('data/harbour.log', 421, 900),
      grep('getHours|getDate|getMonth|getFullYear', 'src'),
    ),
    step(
      'None is left. The tests in New York, and where they pass one commit for this step.',
      plan([done, 'Reproduce the wrong day'], [done, 'Count days in UTC'], [done, 'Prove it west of Greenwich']),
      commitAfter(`TZ=America/New_York ${testOf('calendar')}`, 'Count days and hours in UTC'),
    ),
    step(
      'Done: the calendar read the local clock in `dayOf` and `clockOf` (src/calendar.js); both read UTC now, the tests pass in New York, and it is committed.',
    ),
  ],
}
