// One self-contained bundle of the whole command, from the sources of all packages. What stays outside is what cannot
// be bundled: tiktoken finds its .wasm beside itself, ripgrep its binary, and react-devtools-core is never installed.
import { defineConfig } from 'tsdown'
import { quickStart } from './quick-start.ts'

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node22.18',
  dts: false,
  fixedExtension: true,
  minify: true,
  deps: { alwaysBundle: [/.*/], neverBundle: ['tiktoken', '@vscode/ripgrep', 'react-devtools-core'] },
  plugins: [quickStart()],
  define: { 'process.env.NODE_ENV': '"production"' },
  inputOptions: { resolve: { conditionNames: ['@rawr/source', 'import', 'module', 'node', 'default'] } },
  logLevel: 'warn',
})
