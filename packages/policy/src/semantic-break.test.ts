import { expect, test } from 'vitest'
import { type Phrases, type SemanticBoundary, semanticBoundaries } from './semantic-break.ts'

const check = (message: string | null, expected: readonly SemanticBoundary[], phrases: Phrases = {}) =>
  expect([message, semanticBoundaries(message, phrases)]).toEqual([message, expected])

test('a message that says the work is done', () => {
  const rows = [
    'Done.',
    'All tests pass, so this is done.',
    'I finished the parser and its tests.',
    'The migration is complete.',
    'I did not touch the API, and the rest is finished.',
    'DONE',
    'Nothing else was needed: completed.',
    'Done, but I could not run the slow tests.',
    'Switched everything to UTC and finished.',
  ]
  for (const message of rows) check(message, ['agent_done'])
})

test('a negated, conditional, future or embedded phrase says nothing', () => {
  const rows = [
    'The branch was abandoned.',
    'The parser isn’t finished.',
    "It isn't done and it won't be completed today.",
    'Not all of it is done.',
    'I will push once it is done.',
    'This still needs to be done.',
    'It will be finished tomorrow.',
    'It will soon be finished.',
    'That should have completed by now.',
    'It is almost finished.',
    'Tell me when done.',
    'The first part is done. The second is not finished.',
    'The file is called `done`.',
    '```\nstatus: done\n```\nReading on.',
    '> done\nThat is what the log says.',
    'A well-done steak.',
    'predone donee un_done',
    '',
  ]
  for (const message of rows) check(message, [])
  check(null, [])
})

test('topic shifts and conclusions', () => {
  check('Moving on to the renderer.', ['topic_shift'])
  check('Next: the renderer.', ['topic_shift'])
  check('Now let’s look at the renderer.', ['topic_shift'])
  check('Now I’ll be moving on to the renderer.', ['topic_shift'])
  check('We are not moving on yet.', [])
  check('The nextone, nextly.', [])
  check('In summary, three files changed.', ['concluding_thought'])
  check('Wrapping up: all set.', ['agent_done', 'concluding_thought'])
})

test('phrases from the settings replace the defaults, one list at a time', () => {
  check('Fertig.', ['agent_done'], { agent_done_phrases: ['fertig'] })
  check('Done.', [], { agent_done_phrases: ['fertig'] })
  check('Done, hold on.', [], { agent_done_negative_phrases: ['hold on'] })
  check('c++ (done)', ['topic_shift'], { agent_done_phrases: [''], topic_shift_phrases: ['c++ (done)'] })
})

test('a very long message is read in time that grows with its length', () => {
  const message = `${'word '.repeat(200_000)}done`
  const before = performance.now()
  check(message, ['agent_done'])
  expect(performance.now() - before).toBeLessThan(3_000)
})
