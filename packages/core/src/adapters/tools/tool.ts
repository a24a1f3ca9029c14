/**
 * One tool: its published schema and what a call of it is and does. `defineTool` parses the model's arguments in one place, so
 * that a tool only ever sees arguments of its own type and a broken call becomes a result the model can act on.
 */
import type { Result } from '@rawr/protocol'
import { err, ok } from '@rawr/protocol'
import { z } from 'zod'
import type { ToolSpec } from '../../ports/model-client.ts'
import type { ToolContext, ToolPurpose, ToolResult } from '../../ports/tool-runner.ts'

export type Tool = {
  readonly spec: ToolSpec
  purpose(argumentsText: string, cwd: string): ToolPurpose
  runsAlone(argumentsText: string): boolean
  run(argumentsText: string, context: ToolContext): Promise<ToolResult>
}

export type ToolDefinition<Schema extends z.ZodObject> = {
  readonly name: string
  readonly description: string
  readonly arguments: Schema
  /** Other spellings that models are known to use, brought into the schema's form. */
  readonly mend?: (raw: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  readonly purpose: (given: z.output<Schema>, cwd: string) => ToolPurpose
  readonly runsAlone: (given: z.output<Schema>) => boolean
  readonly run: (given: z.output<Schema>, context: ToolContext) => Promise<ToolResult>
}

export const defineTool = <Schema extends z.ZodObject>(definition: ToolDefinition<Schema>): Tool => {
  const { name, description, mend = (raw) => raw } = definition
  const parse = (text: string): Result<z.output<Schema>, string> => {
    const raw = parseObject(text)
    if (!raw.ok) return raw
    const parsed = definition.arguments.safeParse(mend(raw.value))
    return parsed.success ? ok(parsed.data) : err(parsed.error.issues.map(issueText).join('; '))
  }
  return {
    spec: { name, description, parameters: parametersOf(definition.arguments) },
    purpose: (text, cwd) => {
      const given = parse(text)
      return given.ok
        ? definition.purpose(given.value, cwd)
        : { kind: 'other', summary: `invalid arguments: ${given.error}` }
    },
    runsAlone: (text) => {
      const given = parse(text)
      return given.ok && definition.runsAlone(given.value)
    },
    run: async (text, context) => {
      const given = parse(text)
      if (given.ok) return definition.run(given.value, context)
      return failure(`The arguments of ${name} are not valid, nothing was done: ${given.error}.`)
    },
  }
}

export const failure = (output: string): ToolResult => ({ output, success: false })

/** The schema as providers take it: no dialect line, and an unknown key is the model's mistake to be told of by name. */
const parametersOf = (schema: z.ZodObject): Readonly<Record<string, unknown>> => {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema, { io: 'input' })
  return { ...parameters, additionalProperties: false }
}

const parseObject = (text: string): Result<Readonly<Record<string, unknown>>, string> => {
  if (text.trim() === '') return ok({})
  try {
    const value: unknown = JSON.parse(text)
    const object = z.record(z.string(), z.unknown()).safeParse(value)
    if (!object.success) return err('they must be one JSON object')
    // `null` is how some models leave an argument out.
    return ok(Object.fromEntries(Object.entries(object.data).filter(([, given]) => given !== null)))
  } catch (error) {
    return err(`they are not JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

const issueText = (issue: z.core.$ZodIssue): string => {
  const place = issue.path.join('.')
  return place === '' ? issue.message : `${place}: ${issue.message}`
}
