/**
 * How many functions a running program calls while something is done to it, as V8 counts them: work that can be compared
 * between two runs, where a clock would measure the machine. The program must have been started with `--inspect=0`.
 */
import { z } from 'zod'

export type CallCounter = {
  /** Calls of functions that stand in files, since the last reading or since it was opened. */
  read(): Promise<number>
  close(): void
}

const Answer = z.object({
  id: z.number(),
  result: z.object({
    result: z
      .array(
        z.object({
          url: z.string(),
          functions: z.array(z.object({ ranges: z.array(z.object({ count: z.number() })) })),
        }),
      )
      .optional(),
  }),
})

/** `written` is what the program wrote so far: its first line names the address. */
export const countCalls = async (written: string): Promise<CallCounter> => {
  const url = /Debugger listening on (ws:\S+)/.exec(written)?.[1]
  if (url === undefined) throw new Error('the program was not started with --inspect=0')
  const socket = new WebSocket(url)
  const waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>()
  let asked = 0
  socket.onmessage = ({ data }) => {
    const answer = Answer.safeParse(JSON.parse(String(data)))
    if (answer.success) waiting.get(answer.data.id)?.(answer.data)
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const ask = (method: string, params: object = {}): Promise<z.infer<typeof Answer>> =>
    new Promise((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      socket.send(JSON.stringify({ id: asked, method, params }))
    })
  await ask('Profiler.enable')
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    read: async () =>
      ((await ask('Profiler.takePreciseCoverage')).result.result ?? [])
        .filter(({ url: file }) => file.startsWith('file:'))
        .flatMap(({ functions }) => functions)
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0),
    close: () => socket.close(),
  }
}
