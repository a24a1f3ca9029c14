/** What a person may ask of the bundled session, in the real client on a real terminal, from the first run without a key. */
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const { desks, screens, closing } = cleared()

test('the bundled session compacts by itself, and /context, /why, /history, /pin and /uncompact answer', {
  timeout: 240_000,
}, async () => {
  const desk = openDesk()
  desks.push(desk)
  const screen = openScreen({ desk, args: ['open'], columns: 100, rows: 40 })
  screens.push(screen)
  const ask = async (line: string, answer: RegExp): Promise<void> => {
    screen.type(`${line}\r`)
    await screen.until(() => answer.test(screen.history()))
  }
  await screen.until(/Play the bundled session/)
  screen.type('4')
  await screen.until(() => /Compaction 1: /.test(screen.history()))
  await screen.until(() => /every\s+step has its commit/.test(screen.history()))
  await screen.until(() => /Ask for anything/.test(screen.text()))
  // The watcher said that it would, before it did, and names the boundary it saw.
  expect(screen.history()).toMatch(
    /Compacting the conversation: \d+ % of the context left \(\w+\), after .*(?:.|\n)*by the watcher/,
  )
  await ask('/context', /Context: \S+ of \S+ · \S+ % left(?:.|\n)*Largest items/)
  await ask('/why', /Why: decision rq_\S+\n\s+1\s+The watcher asked at the end of a turn\./)
  await ask('/history', /Compactions.*\n\s+1 cp_\S+/)
  await ask('/pin the tide table is in UTC', /1 pin holds ~\d+ of ~\S+ tokens/)
  await ask('/pin', /1 fact\s.*the tide table is in UTC/)
  await ask('/unpin 1', /Nothing is pinned\./)
  await ask('/uncompact', /Compaction undone: /)
})

test('/resume goes from one thread to another and back, and tells each of them anew', {
  timeout: 240_000,
}, async () => {
  const desk = openDesk()
  desks.push(desk)
  const answers = [{ say: 'About the sea.' }, { say: 'About the hills.' }, { say: 'And the shore.' }]
  const model = await startTalkingModel({ answers })
  closing.push(model.close)
  serveModel(desk.home, { url: model.url, contextWindow: 200_000 })
  const screen = openScreen({ desk, args: ['open'], columns: 100, rows: 60 })
  screens.push(screen)
  const counted = (wanted: RegExp) => screen.history().match(wanted)?.length ?? 0
  const say = async (line: string, answer: RegExp): Promise<void> => {
    const before = counted(answer)
    screen.type(`${line}\r`)
    await screen.until(() => counted(answer) > before)
    await screen.until('Ask for anything')
  }
  await screen.until('Ask for anything')
  await say('Of the sea.', /● About the sea\./g)
  await say('/new', /new thread/g)
  await say('Of the hills.', /● About the hills\./g)
  const back = async (keys: string, answer: RegExp): Promise<void> => {
    const before = counted(answer)
    screen.type('/resume\r')
    await screen.until('Which thread?')
    screen.type(keys)
    await screen.until(() => counted(answer) > before)
  }
  // The newest stands first.
  const down = '\u001b[B\r'
  await back(down, /● About the sea\./g)
  await back('\r', /● About the hills\./g)
  await back(down, /● About the sea\./g)
  await say('Go on.', /● And the shore\./g)
  const told = [...screen.history().matchAll(/^(?:(?:new|resumed) thread|›|●) .*$/gm)].map(([line]) =>
    line.replace(/thread.*/, 'thread'),
  )
  const sea = ['› Of the sea.', '● About the sea.']
  const hills = ['› Of the hills.', '● About the hills.']
  expect(told).toEqual([
    ...['new thread', ...sea, 'new thread', ...hills],
    ...['resumed thread', ...sea, 'resumed thread', ...hills, 'resumed thread', ...sea],
    ...['› Go on.', '● And the shore.', '› Ask for anything · / commands · @ files'],
  ])
})
