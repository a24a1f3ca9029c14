/**
 * Which paths the tools that work in the daemon's own process may read and change. They are not inside the sandbox, so they
 * ask here for what the sandbox would allow a command; every answer is a real path, with all links followed.
 */
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { err, ok, type Result } from '@rawr/protocol'
import type { ToolContext } from '../../ports/tool-runner.ts'
import { isInside, realPathOf } from '../sandbox/real-path.ts'
import { mayWrite, writeScope } from '../sandbox/write-scope.ts'
import { faultText } from './fault-text.ts'

/** Whose view of the disk it is. */
export type FileView = Pick<ToolContext, 'cwd' | 'env' | 'sandbox'>

export type FileAccess = {
  toRead(path: string, context: FileView): Promise<Result<string, string>>
  toWrite(path: string, context: FileView): Promise<Result<string, string>>
}

export const fileAccess = (hidden: readonly string[]): FileAccess => {
  const seen = async (path: string, context: FileView): Promise<Result<string, string>> => {
    try {
      const real = await realPathOf(absolutePath(path, context.cwd, context.env.HOME))
      if (context.sandbox.mode === 'danger-full-access') return ok(real)
      // These tools run in the daemon: its own memory and environment lie there.
      if (isInside('/proc', real)) return err(`${path}: only shell may look into /proc`)
      const workspace = await realPathOf(context.cwd)
      const folders = await Promise.all(hidden.map((folder) => realPathOf(folder)))
      const veils = folders.filter((folder) => isInside(folder, real))
      // A workspace below a veil is seen; one that is the veiled folder itself is not.
      const holdsWorkspace = (folder: string): boolean => folder !== workspace && isInside(folder, workspace)
      const opened = isInside(workspace, real) && veils.every(holdsWorkspace)
      return veils.length === 0 || opened ? ok(real) : err(`${path}: the sandbox does not show this folder`)
    } catch (error) {
      return err(`${path}: ${faultText(error)}`)
    }
  }
  return {
    toRead: seen,
    toWrite: async (path, context) => {
      if (context.sandbox.mode === 'read-only') return err(`${path}: the sandbox is read-only, no file can be changed`)
      const real = await seen(path, context)
      if (!real.ok) return real
      const scope = await writeScope({ mode: context.sandbox.mode, workspace: context.cwd, env: context.env })
      if (mayWrite(scope, real.value)) return real
      return err(`${path}: outside of what the sandbox (${context.sandbox.mode}) lets a patch change`)
    },
  }
}

/** `~` is expanded, lest a patch makes a folder of that name: the first careless `rm -r ~` would be the last. `home` is that of the thread's environment. */
export const absolutePath = (path: string, cwd: string, home: string = homedir()): string =>
  path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(cwd, path)

/** As a model should name it: relative where it lies in the thread's folder. */
export const shownPath = (path: string, cwd: string): string => {
  const fromHere = relative(cwd, path)
  if (fromHere === '') return '.'
  return fromHere.startsWith('..') ? path : fromHere
}

/** A name with a newline in it would read as two; as JSON it is one, and can still be told. */
export const oneLine = (name: string): string => (/\p{Cc}/u.test(name) ? JSON.stringify(name) : name)

/** Links are followed; `null` where there is nothing or it may not be looked at. */
export const kindOf = (path: string): Promise<'file' | 'folder' | 'other' | null> =>
  stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'),
    () => null,
  )
