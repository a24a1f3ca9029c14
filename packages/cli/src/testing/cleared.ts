/** What a file of client tests leaves running, ended after each test: screens first, then what they were attached to. */
import { afterEach } from 'vitest'
import type { Screen } from './open-screen.ts'
import type { Desk } from './run-rawr.ts'

export const cleared = () => {
  const desks: Desk[] = []
  const screens: Screen[] = []
  const closing: (() => void)[] = []
  afterEach(async () => {
    for (const screen of screens.splice(0)) screen.kill('SIGKILL')
    for (const opened of desks.splice(0)) await opened.clear()
    for (const close of closing.splice(0)) close()
  }, 120_000)
  return { desks, screens, closing }
}
