// The neighbour of the client's start: Ink and React with one line of text, bundled and minified as the command is.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsdown'

const SOURCE = `import { createElement } from 'react'
import { render, Text } from 'ink'
render(createElement(Text, null, '› hello'))
setTimeout(() => {}, 60_000)
`

/** The file to be run; `clear` takes it away again. */
export const buildBareInk = async (): Promise<{ readonly file: string; clear(): void }> => {
  // Beside the client, whose dependencies it shares.
  const folder = join(import.meta.dirname, '../..', 'packages/tui/node_modules/.bare-ink')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'hello.mjs'), SOURCE)
  await build({
    config: false,
    cwd: folder,
    entry: { hello: join(folder, 'hello.mjs') },
    outDir: join(folder, 'dist'),
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    dts: false,
    fixedExtension: true,
    minify: true,
    deps: { alwaysBundle: [/.*/], neverBundle: ['react-devtools-core'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  return { file: join(folder, 'dist/hello.mjs'), clear: () => rmSync(folder, { recursive: true, force: true }) }
}
