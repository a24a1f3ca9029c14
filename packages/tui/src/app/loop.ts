/** Joins link, keyboard, clock and watcher to the one function of the screen, and performs what it asks for. Decides nothing. */
import type { ClientId, Op, Rejected, SubmissionId } from '@rawr/protocol'
import { LinkClosedError, type LinkItem } from '@rawr/protocol/client'
import { decodeDraft } from '../composer/draft.ts'
import type { Key } from '../composer/keys.ts'
import { drain, startScreen, stepScreen } from '../store/screen.ts'
import type { Question, ScreenEffect, ScreenEvent, ScreenState } from '../store/state.ts'
import { linkView, messageOf, openingOf, sandboxMissing, threadChoice } from './from-outside.ts'
import { type DraftKeeper, keepDrafts } from './keep-drafts.ts'
import { readKeyboard } from './keyboard.ts'
import type { Paper } from './paper.ts'
import { readLines } from './plain-paper.ts'
import type { ClientOptions, Ending } from './ports.ts'
import { sizeOf } from './size.ts'
import { freshSubmission, type Opening, openThreadFeed } from './thread-feed.ts'

export type Loop = {
  /** Resolves when it is over; the terminal is still as the loop had it. */
  readonly ended: Promise<Ending>
  end(ending: Ending): void
}

/** A stream is drawn this often; a key at once. */
const STREAM_FRAME_MS = 40
const TICK_MS = 125

export type LoopOptions = {
  readonly options: ClientOptions
  readonly paper: Paper
  /** Gives the terminal to the shell; calls back when the client is in front again. */
  readonly suspend: (onBack: () => void) => void
}

export const startLoop = (order: LoopOptions): Loop => new ScreenLoop(order)

class ScreenLoop implements Loop {
  readonly #options: ClientOptions
  readonly #paper: Paper
  readonly #suspend: LoopOptions['suspend']
  readonly #ended = Promise.withResolvers<Ending>()
  readonly #feed
  readonly #drafts: DraftKeeper
  readonly #stops: (() => void)[] = []
  #state: ScreenState
  #me: ClientId | null = null
  #isEnded = false
  #drawTimer: NodeJS.Timeout | null = null

  constructor({ options, paper, suspend }: LoopOptions) {
    this.#suspend = suspend
    this.#options = options
    this.#paper = paper
    const { keepsakes, terminal, cwd, settings } = options
    const editor = decodeDraft(keepsakes.takeDraft())
    this.#state = startScreen({
      size: sizeOf(terminal.stdout),
      at: Date.now(),
      opening: { cwd, settings },
      editor,
      history: keepsakes.history(),
      script: options.script ?? [],
    })
    this.#drafts = keepDrafts(keepsakes, () => this.#state)
    this.#feed = openThreadFeed({
      client: options.client,
      me: () => this.#me,
      onEvent: ({ msg }) => this.#take({ type: 'event', msg, at: Date.now() }),
      onNotice: (kind, text) => this.#take({ type: 'watcher_noticed', kind, text }),
    })
    this.#listen()
    this.#draw()
    void options.unreachable?.then((message) => this.end({ kind: 'unreachable', message }))
    this.#open(openingOf(options))
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise
  }

  end(ending: Ending): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const stop of this.#stops) stop()
    if (this.#drawTimer !== null) clearTimeout(this.#drawTimer)
    // What ended it may be the very disk that this writes to, or the screen that this draws on.
    try {
      this.#drafts.end()
      this.#draw()
    } catch {}
    this.#ended.resolve(ending)
  }

  #listen(): void {
    const { stdin, stdout } = this.#options.terminal
    const read = this.#options.terminal.isDumb ? readLines : readKeyboard
    const unplug = read(stdin, (keys) => this.#press(keys))
    // Drawn at once: Ink draws again on its own account, and must not do so with rows that are too wide.
    const onResize = (): void => {
      this.#paper.reflowed()
      this.#step({ type: 'resized', size: sizeOf(stdout) })
      this.#draw()
    }
    const ticking = setInterval(() => this.#tick(), TICK_MS)
    stdout.prependListener('resize', onResize)
    this.#stops.push(
      unplug,
      () => stdout.off('resize', onResize),
      () => clearInterval(ticking),
    )
    this.#follow().catch((cause: unknown) => this.end({ kind: 'failed', message: messageOf(cause) }))
  }

  async #follow(): Promise<void> {
    const { client } = this.#options
    for await (const item of client.events()) {
      if (this.#isEnded) return
      this.#hear(item)
    }
    const { message } = await client.closed
    if (!this.#isEnded) this.#take({ type: 'link', link: { name: 'closed', message }, me: null })
  }

  #hear(item: LinkItem): void {
    if (item.type === 'event') this.#feed.take(item)
    else if (item.type === 'replay_started') this.#feed.replayStarted(item.thread_id)
    else if (item.type === 'replay_complete') this.#feed.replayComplete(item.thread_id)
    else if (item.type === 'rejected') this.#refused(item)
    else if (item.type === 'link') {
      if (item.status === 'ready') this.#me = item.clientId
      this.#take({ type: 'link', link: linkView(item), me: this.#me })
    }
  }

  #press(keys: readonly Key[]): void {
    for (const key of keys) {
      if (this.#isEnded) return
      this.#step({ type: 'key', key, at: Date.now(), next: freshSubmission() })
    }
    this.#draw()
  }

  #tick(): void {
    this.#feed.watcher()?.onTick()
    const { turn, link, armed, live, script, approvals } = this.#state
    const moves = turn !== null || approvals.length > 0 || live.length > 0 || link.name === 'lost' || armed !== null
    if (moves) this.#take({ type: 'tick', at: Date.now() })
    if (script.length > 0) this.#take({ type: 'script', at: Date.now(), next: freshSubmission() })
  }

  /** For everything but keys: drawn soon, not at once, or a fast stream would draw more than anybody sees. */
  #take(event: ScreenEvent): void {
    if (this.#isEnded) return
    this.#step(event)
    this.#drawTimer ??= setTimeout(() => this.#draw(), STREAM_FRAME_MS)
  }

  #step(event: ScreenEvent): void {
    const step = stepScreen(this.#state, event)
    this.#state = step.state
    for (const effect of step.effects) this.#perform(effect)
    const watching = this.#feed.watcher()?.state().name ?? 'idle'
    if (watching !== this.#state.watching)
      this.#state = stepScreen(this.#state, { type: 'watcher_moved', name: watching }).state
    this.#drafts.changed()
  }

  #draw(): void {
    if (this.#drawTimer !== null) clearTimeout(this.#drawTimer)
    this.#drawTimer = null
    const { state, cells } = drain(this.#state)
    this.#state = state
    this.#paper.draw(state, cells)
  }

  #perform(effect: ScreenEffect): void {
    switch (effect.type) {
      case 'say':
        this.#feed.watcher()?.beforeSend()
        this.#submit(effect.op, effect.id)
        break
      case 'submit':
        this.#submit(effect.op, effect.id)
        break
      case 'ask':
        this.#ask(effect.query)
        break
      case 'cancel_sequence':
        this.#feed.watcher()?.cancel()
        break
      case 'open_thread':
        this.#open({ ...effect.op, env: { ...this.#options.env } })
        break
      case 'find_files':
        this.#options
          .findFiles(effect.query)
          .then((paths) => this.#take({ type: 'files_found', query: effect.query, paths }))
          .catch(() => {})
        break
      case 'list_threads':
        this.#options.client
          .ask({ type: 'thread_list' })
          .then((listed) => {
            if (listed.ok) this.#take({ type: 'threads_listed', choices: listed.value.threads.map(threadChoice) })
            else this.#refused(listed.error)
          })
          .catch(() => {})
        break
      case 'suspend':
        this.#suspend(() => this.#draw())
        break
      case 'play_demo':
      case 'quit':
        this.end({ kind: effect.type })
        break
    }
  }

  #submit(op: Op, id: SubmissionId): void {
    this.#feed.submit(op, id).then((answer) => this.#take({ type: 'answered', id, op: op.type, answer }), this.#failed)
  }

  /** The end of the link is told once, with all that was unsent. */
  #failed = (cause: unknown): void => {
    if (!(cause instanceof LinkClosedError)) this.end({ kind: 'failed', message: messageOf(cause) })
  }

  #ask(query: Question): void {
    this.#feed.ask(query).then((answer) => {
      if (answer.ok) this.#take({ type: 'told', msg: answer.value })
      else this.#refused(answer.error)
    }, this.#failed)
  }

  #open(op: Opening): void {
    const opened = this.#feed.open(op, () =>
      this.#take({ type: 'thread_opened', isResumed: op.type === 'thread_resume' }),
    )
    opened.then(
      (refusal) => {
        if (refusal?.code === 'sandbox_missing') this.#take(sandboxMissing(op, refusal))
        else if (refusal !== null) this.#refused(refusal)
      },
      () => {},
    )
  }

  #refused(answer: Rejected): void {
    this.#take({ type: 'answered', id: answer.id ?? freshSubmission(), op: 'thread_start', answer })
  }
}
