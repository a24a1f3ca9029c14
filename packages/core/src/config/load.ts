/**
 * Settings of a thread: defaults, then the user's file, the project's file, the flags and what the op brings. Read once,
 * by core; clients learn the result from `session_configured`.
 */
import { join } from 'node:path'
import { err, ok, type Result, type Settings, type SettingsLayer } from '@rawr/protocol'
import { checkLayer } from './check-layer.ts'
import type { ConfigError } from './config-error.ts'
import { type Layer, mergeLayers, type SettingSources } from './merge-layers.ts'
import { presetLayer } from './presets.ts'
import { findProject, isSameFolder } from './project-root.ts'
import { readConfigFile } from './read-config-file.ts'
import { settingWarnings } from './warnings.ts'

export type LoadOptions = {
  /** `RAWR_HOME`. */
  readonly home: string
  /** Absolute folder of the work. */
  readonly cwd: string
  readonly flags: SettingsLayer
  /** What a `thread_start` or `thread_resume` brought. */
  readonly op?: SettingsLayer
}

export type LoadedSettings = {
  readonly settings: Settings
  readonly sources: SettingSources
  /** One sentence each: allowed, and probably not meant. */
  readonly warnings: readonly string[]
}

export const loadSettings = async (options: LoadOptions): Promise<Result<LoadedSettings, ConfigError>> => {
  const user = await fileLayer(options.home, 'anything')
  if (!user.ok) return user
  const project = await projectLayer(options)
  if (!project.ok) return project
  const flags = checkLayer({ value: options.flags, file: 'the flags', scope: 'anything' })
  if (!flags.ok) return flags
  const op = checkLayer({ value: options.op, file: 'the request', scope: 'anything' })
  if (!op.ok) return op
  const own: Layer[] = [
    { from: 'flags', layer: flags.value },
    { from: 'op', layer: op.value },
  ]
  const { settings, sources } = withPreset([...user.value, ...project.value, ...own])
  return ok({ settings, sources, warnings: settingWarnings(settings, sources) })
}

/** A preset is weaker than whatever anybody wrote, also where it was written. */
const withPreset = (layers: readonly Layer[]): ReturnType<typeof mergeLayers> => {
  const { preset } = mergeLayers(layers).settings.provider
  if (preset === undefined) return mergeLayers(layers)
  return mergeLayers([{ from: `preset ${preset}`, layer: presetLayer(preset) }, ...layers])
}

type FoundLayers = Result<readonly Layer[], ConfigError>

const projectLayer = async (options: LoadOptions): Promise<FoundLayers> => {
  const folder = join((await findProject(options)).root, '.rawr')
  // Work in the user's own folder: its `.rawr` is the home, already read and no project's.
  return (await isSameFolder(folder, options.home)) ? ok([]) : fileLayer(folder, 'project')
}

/** No layer where there is no file. */
const fileLayer = async (folder: string, scope: 'anything' | 'project'): Promise<FoundLayers> => {
  const found = await readConfigFile(folder)
  if (!found.ok) return found
  if (found.value === null) return ok([])
  const layer = checkLayer({ ...found.value, scope })
  return layer.ok ? ok([{ from: found.value.file, layer: layer.value }]) : err(layer.error)
}
