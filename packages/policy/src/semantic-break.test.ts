import { expect, test } from 'vitest'
import { heardIn, type Phrases, type SemanticBoundary, semanticBoundaries } from './semantic-break.ts'

/** By the words alone, as in the middle of a turn. */
const check = (message: string | null, expected: readonly SemanticBoundary[], phrases: Phrases = {}) =>
  expect([message, semanticBoundaries({ message, phrases, endedTurn: null })]).toEqual([message, expected])

const checkEnd = (message: string, expected: readonly SemanticBoundary[], phrases: Phrases = {}) =>
  expect([message, semanticBoundaries({ message, phrases, endedTurn: { usedTools: true } })]).toEqual([
    message,
    expected,
  ])

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

test('at the end of a turn a report without any phrase is work done, and a conclusion where it explains', () => {
  checkEnd('Removed the second lock and its two callers in `src/lock.ts`.', ['agent_done'])
  checkEnd(
    'The parser now keeps the last line instead of dropping it, because the reader used to stop at the final newline. Verification: `npm test` passed, and the two files that were cut short are read to their end again, also where they hold nothing else.',
    ['agent_done', 'concluding_thought'],
  )
  checkEnd('Done. Pushed as `1f2e3d4`.', ['agent_done'])
})

test('at the end of a turn a message that leaves something to do or to answer is no work done', () => {
  const rows = [
    'The provider changes are in. I’m running the tests that cover them, then lint.',
    'Now the review of the second task:',
    'Two ways are open.\n\n1. Keep it in `paths`\n2. Move it to `session`\n\nWhich one do you prefer?',
    'The hook may not be called at all. Run it again and look at the log.',
    'All tests pass. Let me now look at the changes and commit them.',
    'Both files were changed and tests passed, but the third is not finished.',
  ]
  for (const message of rows) checkEnd(message, [])
})

test('at the end of a turn an answer needs no verb of work', () =>
  checkEnd('The field is `agent_type`, in the second struct.', ['agent_done']))

test('another language is not judged, unless its phrases are given', () => {
  checkEnd('Ich habe die beiden Aufrufer entfernt.', [])
  checkEnd('Ich habe die beiden Aufrufer entfernt.', ['agent_done'], { agent_done_phrases: ['entfernt'] })
})

test('an offer to do more takes nothing back', () =>
  checkEnd('Done. Added the section on locks. Want me to push it?', ['agent_done']))

test('a list of one’s own decides its class alone, at the end of a turn too', () => {
  checkEnd('Removed the second lock in `src/lock.ts`. All tests pass.', [], { agent_done_phrases: ['fertig'] })
  checkEnd('Fertig?', ['agent_done'], { agent_done_phrases: ['fertig'] })
  checkEnd('Done, hold on.', [], { agent_done_negative_phrases: ['hold on'] })
})

test('what was heard names its signs and their points, also where they are too few', () => {
  expect(heardIn({ message: 'Done. Which one next?', phrases: {}, endedTurn: { usedTools: true } })).toEqual([
    {
      boundary: 'agent_done',
      signs: ['says_done', 'ended_turn', 'used_tools', 'opens_in_past', 'asks_choice'],
      points: 31,
      needed: 12,
    },
    {
      boundary: 'concluding_thought',
      signs: ['ended_turn', 'used_tools', 'asks_choice'],
      points: -41,
      needed: 8,
    },
  ])
  expect(heardIn({ message: 'Both stand in the log.', phrases: {}, endedTurn: { usedTools: false } })[0]).toEqual({
    boundary: 'agent_done',
    signs: ['ended_turn'],
    points: -4,
    needed: 12,
  })
  expect(heardIn({ message: 'Done.', phrases: {}, endedTurn: null })).toEqual([
    { boundary: 'agent_done', signs: ['says_done'], points: 1, needed: 1 },
  ])
  expect(heardIn({ message: ' ', phrases: {}, endedTurn: { usedTools: true } })).toEqual([])
})

test('a very long message is read in time that grows with its length', () => {
  const message = `${'word '.repeat(200_000)}done`
  const before = performance.now()
  check(message, ['agent_done'])
  expect(performance.now() - before).toBeLessThan(3_000)
})
