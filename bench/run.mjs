// `pnpm bench NAME [options]`: measurements that take minutes and depend on the machine, and so are no tests. Each compares
// with something measured in the same run; a figure without its neighbour says nothing.
const benches = {
  engine: 'what a tool round costs beside the model, and what is sent for it',
}

const [name, ...words] = process.argv.slice(2)
if (name === undefined || !Object.hasOwn(benches, name)) {
  const lines = Object.entries(benches).map(([known, about]) => `  ${known}  ${about}`)
  process.stderr.write(`usage: pnpm bench NAME [--runs N] [--json FILE]\n${lines.join('\n')}\n`)
  process.exit(2)
}
const { bench } = await import(`./${name}.mjs`)
await bench(words)
