/** A provider's answer that stands still in the middle of its text until it is told to go on. */
import { type Answer, responses } from '../../adapters/model/testing/provider-server.ts'

export const inTwoParts = (begin: string, rest: string): { answer: Answer; go: () => void } => {
  const gate = Promise.withResolvers<void>()
  const line = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  const answer: Answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(line(responses.text(begin)))
    await gate.promise
    response.write(line(responses.text(rest)))
    response.write(line(responses.done(responses.message(begin + rest))))
    response.end(line(responses.completed()))
  }
  return { answer, go: gate.resolve }
}
