/** A JSON Schema in the words of the documentation: one short text a type, one row a field. */

export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
}

export type Field = { readonly name: string; readonly type: string; readonly isRequired: boolean }

/** Levels of nesting that a text spells out; below it an object is just an object. */
const DEPTH = 2

export const typeText = (schema: JsonSchema, depth = DEPTH): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((choice) => typeText(choice, depth)))].join(' or ')
  if (schema.type === 'array')
    return `array of ${schema.items === undefined ? 'anything' : typeText(schema.items, depth)}`
  if (schema.type === 'object' || schema.properties !== undefined) return objectText(schema, depth)
  return [schema.type ?? 'anything'].flat().join(' or ')
}

const objectText = (schema: JsonSchema, depth: number): string => {
  if (schema.properties === undefined) {
    const values = schema.additionalProperties
    return typeof values === 'object' ? `object of ${typeText(values, depth)}` : 'object'
  }
  if (depth === 0) return 'object'
  const fields = allFields(schema, depth - 1).map(
    ({ name, type, isRequired }) => `${name}${isRequired ? '' : '?'}: ${type}`,
  )
  return `{${fields.join(', ')}}`
}

/** Without `type` where it names the thing itself. */
export const fieldsOf = (schema: JsonSchema): Field[] =>
  allFields(schema, DEPTH).filter(({ name }) => name !== 'type' || schema.properties?.type?.const === undefined)

const allFields = (schema: JsonSchema, depth: number): Field[] =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeText(field, depth),
    isRequired: schema.required?.includes(name) === true,
  }))
