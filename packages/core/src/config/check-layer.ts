/** A parsed file becomes a settings layer, or an error that names the key. Knows nothing of where the text came from. */
import { err, ok, PROJECT_SECTIONS, type Result, SettingsLayer } from '@rawr/protocol'
import { z } from 'zod'
import type { ConfigError } from './config-error.ts'
import { nearestKey } from './nearest-key.ts'

export type Unchecked = {
  readonly value: unknown
  readonly file: string
  /** A project's file may set only three sections. */
  readonly scope: 'anything' | 'project'
}

export const checkLayer = ({ value, file, scope }: Unchecked): Result<SettingsLayer, ConfigError> => {
  if (value === null || value === undefined) return ok({})
  const parsed = SettingsLayer.safeParse(value)
  if (!parsed.success) return err(errorOf(parsed.error, { file, scope }))
  const foreign =
    scope === 'project' ? Object.keys(parsed.data).find((section) => !isProjectSection(section)) : undefined
  return foreign === undefined ? ok(parsed.data) : err(notAllowed(foreign, file))
}

const isProjectSection = (section: string): boolean => PROJECT_SECTIONS.some((allowed) => allowed === section)

const notAllowed = (section: string, file: string): ConfigError => ({
  code: 'not_allowed_here',
  file,
  key: section,
  message: `${file}: a project may not set ${section}, only ${PROJECT_SECTIONS.join(', ')}; put it into your own configuration.`,
})

const errorOf = (error: z.ZodError, { file, scope }: Pick<Unchecked, 'file' | 'scope'>): ConfigError => {
  const issue = error.issues[0]
  const path = (issue?.path ?? []).map(String)
  const section = path[0]
  if (scope === 'project' && section !== undefined && !isProjectSection(section)) return notAllowed(section, file)
  if (issue?.code === 'unrecognized_keys') return unknownKey(path, issue.keys[0] ?? '', file)
  const key = path.join('.')
  const what = key === '' ? 'the file must hold keys and values' : key
  return {
    code: 'invalid',
    file,
    ...(key === '' ? {} : { key }),
    message: `${file}: ${what}: ${issue?.message ?? 'invalid'}.`,
  }
}

const unknownKey = (path: readonly string[], name: string, file: string): ConfigError => {
  const key = [...path, name].join('.')
  const beside = nearestKey(name, keysAt(path))
  const nearest = beside === null ? anywhere(name) : [...path, beside].join('.')
  const hint = nearest === null ? `known here: ${keysAt(path).join(', ')}` : `did you mean ${nearest}?`
  return {
    code: 'unknown_key',
    file,
    key,
    ...(nearest === null ? {} : { nearest }),
    message: `${file}: unknown key ${key}; ${hint}`,
  }
}

type SchemaNode = { readonly properties?: Readonly<Record<string, SchemaNode>> }

const schema = z.toJSONSchema(SettingsLayer, { io: 'input' }) as SchemaNode

const keysAt = (path: readonly string[]): string[] =>
  Object.keys(path.reduce<SchemaNode>((node, key) => node.properties?.[key] ?? {}, schema).properties ?? {})

/** A key that stands in the wrong section is found by its exact name. */
const anywhere = (name: string): string | null =>
  allPaths(schema)
    .find((path) => path.at(-1) === name)
    ?.join('.') ?? null

const allPaths = (node: SchemaNode, above: readonly string[] = []): string[][] =>
  Object.entries(node.properties ?? {}).flatMap(([key, inner]) => [
    [...above, key],
    ...allPaths(inner, [...above, key]),
  ])
