/** What the client needs of the world; the command that starts it brings them. */
import type { SettingsLayer, ThreadId } from '@rawr/protocol'
import type { RawrClient } from '@rawr/protocol/client'
import type { Reflow } from '../render/reflow.ts'
import type { Press } from './sheet.ts'

export type Keepsakes = {
  /** What a client that died was writing; taken once. */
  takeDraft(): string
  /** Written at once, so that a kill loses no more than the last keys. */
  saveDraft(text: string): void
  /** Earlier messages of this folder, oldest first. */
  history(): readonly string[]
  addToHistory(text: string): void
}

/** A first frame that stands already; until it is taken over, a signal erases it and ends the program. */
export type BegunScreen = Press & { takenOver(): void }

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type ClientOptions = {
  readonly client: RawrClient
  /** Resolves with the reason when it turns out that there will be no daemon; the screen is up before one is found. */
  readonly unreachable?: Promise<string> | undefined
  /** Absolute folder of new threads. */
  readonly cwd: string
  readonly settings: SettingsLayer
  /** What tools of the thread get; the provider's key is read from it, too. */
  readonly env: Readonly<Record<string, string>>
  /** A thread to go on with; absent: a new one. */
  readonly resume?: ThreadId | undefined
  readonly keepsakes: Keepsakes
  /** Files of the folder that match what follows an `@`, best first. */
  readonly findFiles: (query: string) => Promise<readonly string[]>
  /** Messages that are said by themselves, one a turn, as soon as nothing runs. */
  readonly script?: readonly string[] | undefined
  readonly terminal: Terminal
  /** What `beginScreen` has put there already. */
  readonly begun?: BegunScreen | undefined
}

export type Terminal = {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** NO_COLOR, or a terminal that has none. */
  readonly palette: 'none' | 'ansi'
  /** What it does with rows that are too wide after it got narrower. */
  readonly reflow: Reflow
  /** Cannot move its cursor: lines in, lines out. */
  readonly isDumb: boolean
}

/** How it ended: by the user, by a signal, by the wish to see the recorded session, for want of a daemon, or by a fault. */
export type Ending =
  | { readonly kind: 'quit' }
  | { readonly kind: 'signal'; readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' }
  | { readonly kind: 'play_demo' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
