// `pnpm bench NAME [options]`: measurements that take minutes and depend on the machine, and so are no tests. Each compares
// with something measured in the same run; a figure without its neighbour says nothing.
const benches = {
  client: {
    file: 'client.ts',
    about: 'when the client is on the screen, and how soon a key is, while an answer streams',
  },
  engine: { file: 'engine.mjs', about: 'what a tool round costs beside the model, and what is sent for it' },
  wire: { file: 'wire.ts', about: 'what the daemon adds to a bare WebSocket server' },
  sessions: { file: 'sessions.ts', about: 'how long a list of 2,000 threads of 5 GB takes, beside one of none' },
  evict: { file: 'evict.ts', about: 'what a client that never reads costs the turn beside it' },
  compact: {
    file: '../packages/compaction/bench/compact.ts',
    about: 'how long a plan takes, warm and cold, beside JSON.parse of the same log',
  },
  decide: {
    file: '../packages/tui/bench/decide.ts',
    about: 'what an answer of the policy costs, and what the watcher adds to the end of a turn',
  },
  boundaries: {
    file: 'boundaries.ts',
    about: 'what the phrases of the semantic break find of what two readers saw',
  },
  cost: { file: 'cost.ts', about: 'what compactions were expected to save, and what they saved' },
  recall: { file: 'recall.ts', about: 'what each way of compacting keeps of recorded sessions' },
}

const [name, ...words] = process.argv.slice(2)
if (name === undefined || !Object.hasOwn(benches, name)) {
  const lines = Object.entries(benches).map(([known, { about }]) => `  ${known}  ${about}`)
  process.stderr.write(`usage: pnpm bench NAME [options]\n${lines.join('\n')}\n`)
  process.exit(2)
}
const { bench } = await import(`./${benches[name].file}`)
await bench(words)
