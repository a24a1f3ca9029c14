// The examples of other people's clients, each against a real daemon: Node, Python, and a page in a real browser.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, inject, test } from 'vitest'
import type { Answer } from '../adapters/model/testing/provider-server.ts'
import { exampleFile, openBrowser, serveSite } from './testing/browser.ts'
import { calling, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

const has = (name: string): boolean => inject('available').includes(name)

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const MADE = [calling('c1', 'echo made > made.txt'), saying('It is made. 🦖')]

const open = async (
  allowedOrigins: readonly string[] = [],
  answers: readonly Answer[] = MADE,
): Promise<DaemonBench> => {
  const bench = await openDaemonBench(answers, { allowedOrigins })
  closing.push(() => bench.close())
  return bench
}

const run = async (bench: DaemonBench, program: string, ...args: string[]): Promise<string> => {
  const child = spawn(program, args, {
    cwd: bench.cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PYTHONIOENCODING: 'utf-8',
      RAWR_HOME: bench.home,
      RAWR_URL: bench.daemon.url,
      RAWR_TOKEN: bench.daemon.token,
      RAWR_SETTINGS: JSON.stringify(bench.settings),
    },
  })
  return text(child.stdout)
}

test('Node, in thirty lines', { timeout: 60_000 }, async () => {
  const bench = await open()
  const program = exampleFile('node-client.mjs')
  const said = await run(bench, process.execPath, '--conditions=@rawr/source', program, 'Make it.')
  expect(said).toMatch(/^\$ .*echo made > made\.txt\nIt is made\. 🦖\n$/)
  expect(readFileSync(program, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(30)
})

test.skipIf(!has('python'))('Python, from the schemas alone [needs python]', { timeout: 60_000 }, async () => {
  const bench = await open()
  const python = process.env.RAWR_PYTHON ?? 'python3'
  expect(await run(bench, python, exampleFile('python/client.py'), 'Make it.')).toBe('It is made. 🦖\n')
})

test.skipIf(!has('chromium'))('a page in a browser [needs chromium]', { timeout: 120_000 }, async () => {
  const page = readFileSync(exampleFile('browser/index.html'), 'utf8')
  const pages: Record<string, string> = {}
  const site = await serveSite(pages)
  closing.push(() => site.close())
  const bench = await open([site.origin])
  // The page lends no settings: they stand where a person has them.
  writeFileSync(join(bench.home, 'config.yaml'), JSON.stringify(bench.settings))
  const { url, token } = bench.daemon
  const typed = { url, token, cwd: bench.cwd, text: 'Make it.' }
  pages['/examples/browser/'] = `${page}<script type="module">
    const out = document.querySelector('pre')
    const look = () => out.textContent.includes('closed_by_client') && fetch('/told', { method: 'POST', body: out.textContent })
    new MutationObserver(look).observe(out, { childList: true, subtree: true, characterData: true })
    for (const [name, value] of Object.entries(${JSON.stringify(typed)})) document.querySelector('[name=' + name + ']').value = value
    document.querySelector('form').requestSubmit()
  </script>`
  const told = site.told()
  const browser = openBrowser(`${site.origin}/examples/browser/`)
  closing.push(() => browser.close())
  expect(await told).toMatch(/^It is made\. 🦖\n\[closed_by_client\]/)
})

test.skipIf(!has('python'))(
  'a bot, from the pages alone: allows by its rule, and finds its thread again [needs python]',
  { timeout: 60_000 },
  async () => {
    const bench = await open(
      [],
      [calling('c1', 'mkdir made'), calling('c2', 'rm -r made'), saying('Made. 🦖'), saying('I remember.')],
    )
    const bot = (words: string) =>
      run(bench, process.env.RAWR_PYTHON ?? 'python3', exampleFile('python/bot.py'), '--allow', 'mkdir', words)
    expect(await bot('Make it.')).toMatch(/^approved: .*mkdir made\ndenied: .*rm -r made\nMade\. 🦖\n$/)
    expect(existsSync(join(bench.cwd, 'made'))).toBe(true)
    expect(await bot('And?')).toBe('I remember.\n')
    expect(JSON.stringify(bench.provider.sent.at(-1)?.body)).toContain('Made. 🦖')
  },
)

test.skipIf(!has('chromium'))(
  'a page in one file, from the pages alone [needs chromium]',
  { timeout: 120_000 },
  async () => {
    const pages: Record<string, string> = {}
    const site = await serveSite(pages)
    closing.push(() => site.close())
    const bench = await open([site.origin], [calling('c1', 'mkdir made'), saying('Made. 🦖')])
    writeFileSync(join(bench.home, 'config.yaml'), JSON.stringify(bench.settings))
    const { url, token } = bench.daemon
    const typed = { url, token, cwd: bench.cwd }
    pages['/'] = `${readFileSync(exampleFile('page/index.html'), 'utf8')}<script type="module">
    const log = document.getElementById('log')
    const [door, say] = document.forms
    let pressed = false
    addEventListener('error', ({ message }) => fetch('/told', { method: 'POST', body: message }))
    const look = () => {
      const button = [...log.querySelectorAll('button')].find(({ textContent }) => textContent === 'approved')
      if (button && !pressed) { pressed = true; button.click() }
      if (log.lastElementChild?.textContent === 'done') fetch('/told', { method: 'POST', body: log.innerText })
    }
    new MutationObserver(look).observe(log, { childList: true, subtree: true, characterData: true })
    new MutationObserver(() => {
      say.text.value = 'Make it.'
      say.requestSubmit()
    }).observe(say, { attributes: true })
    for (const [name, value] of Object.entries(${JSON.stringify(typed)})) door[name].value = value
    door.requestSubmit()
  </script>`
    const told = site.told()
    const browser = openBrowser(`${site.origin}/`)
    closing.push(() => browser.close())
    expect((await told).split(/\n+/).filter((line) => line !== '')).toEqual([
      'Make it.',
      expect.stringMatching(/^May it run .*mkdir made\? \(.+\) \(approved\)$/),
      expect.stringMatching(/^\$ .*mkdir made$/),
      'Exit code: 0',
      'Output:',
      'Made. 🦖',
      'done',
    ])
    expect(existsSync(join(bench.cwd, 'made'))).toBe(true)
  },
)
