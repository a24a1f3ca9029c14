/** The first run: no model is configured and none was found. Asks for a server or a key, or plays the bundled session. */
import { SettingsLayer } from '@rawr/protocol'
import type { Key } from '../composer/keys.ts'
import { notice } from './add-cell.ts'
import type { Panel, ScreenEvent, ScreenState, ScreenStep, SetupStep } from './state.ts'

export const SETUP_CHOICES = ['key', 'address', 'again', 'demo', 'later'] as const

type Press = Extract<ScreenEvent, { type: 'key' }>

/** `null`: the key means nothing here. */
export const pressInSetup = (state: ScreenState, { key }: Press): ScreenStep | null => {
  const { panel } = state
  if (panel.kind !== 'setup') return null
  if (panel.step === 'choose') return choose(state, panel, key)
  if (key.type === 'key' && key.name === 'escape') return show(state, 'choose')
  if (key.type === 'key' && key.name === 'enter') return finish(state, panel)
  return { state: { ...state, panel: { ...panel, text: typed(panel.text, key) } }, effects: [] }
}

type SetupPanel = Extract<Panel, { kind: 'setup' }>

const choose = (state: ScreenState, panel: SetupPanel, key: Key): ScreenStep | null => {
  if (key.type === 'text' && /^[1-5]$/.test(key.text)) return take(state, Number(key.text) - 1)
  if (key.type !== 'key') return null
  if (key.name === 'enter') return take(state, panel.selected)
  if (key.name === 'escape') return take(state, SETUP_CHOICES.indexOf('later'))
  const by = key.name === 'up' ? -1 : key.name === 'down' ? 1 : 0
  const selected = Math.max(0, Math.min(SETUP_CHOICES.length - 1, panel.selected + by))
  return { state: { ...state, panel: { ...panel, selected } }, effects: [] }
}

const take = (state: ScreenState, index: number): ScreenStep => {
  const choice = SETUP_CHOICES[index]
  if (choice === 'key' || choice === 'address') return show(state, choice)
  const closed: ScreenState = { ...state, panel: { kind: 'none' } }
  if (choice === 'again') return reopen(closed, state.opening.settings, undefined)
  if (choice === 'demo') return { state: closed, effects: [{ type: 'play_demo' }] }
  return {
    state: notice(closed, 'quiet', 'Without a model turns are refused; /status, /resume and compaction work.'),
    effects: [],
  }
}

const show = (state: ScreenState, step: SetupStep): ScreenStep => ({
  state: { ...state, panel: { kind: 'setup', step, selected: 0, text: '' } },
  effects: [],
})

const finish = (state: ScreenState, { step, text }: SetupPanel): ScreenStep => {
  const value = text.trim()
  if (value === '') return show(state, 'choose')
  const closed: ScreenState = { ...state, panel: { kind: 'none' } }
  if (step === 'key') return reopen(closed, state.opening.settings, value)
  const provider = { ...state.opening.settings.provider, base_url: value, wire_api: 'chat' as const }
  const settings = SettingsLayer.safeParse({ ...state.opening.settings, provider })
  if (!settings.success)
    return { state: notice(state, 'warn', `Not an address: ${value}. As in http://127.0.0.1:11434/v1.`), effects: [] }
  return reopen(closed, settings.data, undefined)
}

/** The key travels once, to the daemon's memory; it is written nowhere, here neither. */
const reopen = (state: ScreenState, settings: SettingsLayer, apiKey: string | undefined): ScreenStep => {
  const opening = { ...state.opening, settings }
  const op = { type: 'thread_start', ...opening, ...(apiKey === undefined ? {} : { api_key: apiKey }) } as const
  return { state: { ...state, opening }, effects: [{ type: 'open_thread', op }] }
}

const typed = (text: string, key: Key): string => {
  if (key.type === 'text' || key.type === 'paste') return text + key.text.replaceAll(/\s/g, '')
  if (key.type === 'ctrl' && key.letter === 'u') return ''
  return key.type === 'key' && key.name === 'backspace' ? text.slice(0, -1) : text
}
