/** Going from one thread to another and back in the real client: what was said there is on the screen each time. */
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const { desks, screens, closing } = cleared()

test('/resume of A, of B, and of A again shows the words of A the second time too', { timeout: 60_000 }, async () => {
  const desk = openDesk()
  desks.push(desk)
  const model = await startTalkingModel({
    answers: [{ say: 'Said in A.' }, { say: 'Said in B.' }, { say: 'More in A.' }],
  })
  closing.push(model.close)
  serveModel(desk.home, { url: model.url, contextWindow: 200_000 })
  const screen = openScreen({ desk })
  screens.push(screen)
  const count = (text: string) => screen.history().split(text).length - 1
  const says = async (line: string, answer: string, times: number): Promise<void> => {
    screen.type(`${line}\r`)
    await screen.until(() => count(answer) === times && /Ask for anything/.test(screen.text()))
  }
  await screen.until('Ask for anything')
  await says('Speak.', 'Said in A.', 1)
  const [, a = ''] = /new thread (th_\S+)/.exec(screen.history()) ?? []
  await says('/new', 'new thread', 2)
  await says('Speak.', 'Said in B.', 1)
  const b = [...screen.history().matchAll(/new thread (th_\S+)/g)][1]?.[1] ?? ''
  await says(`/resume ${a}`, 'Said in A.', 2)
  await says(`/resume ${b}`, 'Said in B.', 2)
  await says(`/resume ${a}`, 'Said in A.', 3)
  await says('Go on.', 'More in A.', 1)
  expect(count('Said in B.')).toBe(2)
})
