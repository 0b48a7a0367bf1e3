import { namedSchemas } from '@rumbo/contract/index'
import * as z from 'zod'

const names = z.registry<{ id: string }>()
for (const [id, schema] of namedSchemas) names.add(schema, { id })

type JsonSchema = Record<string, unknown>

/** `.describe()` keeps its text in zod's own registry, which a registry of names replaces. */
function addDescription({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: JsonSchema
}): void {
  const description = z.globalRegistry.get(zodSchema)?.description
  if (description !== undefined) jsonSchema.description ??= description
}

/**
 * Converts schemas of the contract to JSON Schema (draft 2020-12) and collects the named ones under `components`.
 * Inputs are written in full: a schema's input may differ from its output of the same name.
 */
export function createSchemaWriter() {
  const components: Record<string, JsonSchema> = {}

  const pointToComponents = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pointToComponents)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : pointToComponents(inner),
      ]),
    )
  }

  return {
    components,
    output(schema: z.ZodType): JsonSchema {
      const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
        io: 'output',
        unrepresentable: 'any',
        target: 'draft-2020-12',
        metadata: names,
        override: addDescription,
      })
      for (const [name, definition] of Object.entries($defs ?? {}))
        components[name] ??= pointToComponents(definition) as JsonSchema
      return pointToComponents(rest) as JsonSchema
    },
    input(schema: z.ZodType): JsonSchema {
      const { $schema, ...rest } = z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        target: 'draft-2020-12',
        metadata: z.registry<{ id: string }>(),
        override: addDescription,
      })
      return rest
    },
  }
}

export type SchemaWriter = ReturnType<typeof createSchemaWriter>
