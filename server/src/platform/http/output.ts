import type * as z from 'zod'

type Definition = z.core.$ZodTypeDef & Record<string, unknown>
/** Returns a value without members unknown to its schema; adds their dotted paths to `extra`. */
type Shaper = (value: unknown, path: string, extra: string[]) => unknown

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shapers = new WeakMap<z.core.$ZodType, Shaper>()

function objectShaper(definition: Definition): Shaper {
  const members = new Map(
    Object.entries(definition.shape as Record<string, z.core.$ZodType>).map(([name, schema]) => [
      name,
      shaperOf(schema),
    ]),
  )
  const rest = definition.catchall as z.core.$ZodType | undefined
  const isOpen = rest !== undefined && rest._zod.def.type !== 'never'
  return (value, path, extra) => {
    if (!isRecord(value)) return value
    const kept: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(value)) {
      const shape = members.get(name)
      if (shape) kept[name] = shape(inner, `${path}.${name}`, extra)
      else if (isOpen) kept[name] = inner
      else if (inner !== undefined) extra.push(`${path}.${name}`)
    }
    return kept
  }
}

function unionShaper(definition: Definition): Shaper {
  const options = (definition.options as z.ZodType[]).map((schema) => ({ schema, shape: shaperOf(schema) }))
  return (value, path, extra) => {
    if (typeof value !== 'object' || value === null) return value
    const fitting = options.find(({ schema }) => schema.safeParse(value).success)
    return fitting ? fitting.shape(value, path, extra) : value
  }
}

function make(schema: z.core.$ZodType): Shaper {
  const definition = schema._zod.def as Definition
  const inner = (name: string) => shaperOf(definition[name] as z.core.$ZodType)
  switch (definition.type) {
    case 'object':
      return objectShaper(definition)
    case 'array': {
      const shape = inner('element')
      return (value, path, extra) =>
        Array.isArray(value) ? value.map((one, at) => shape(one, `${path}.${at}`, extra)) : value
    }
    case 'record': {
      const shape = inner('valueType')
      return (value, path, extra) =>
        isRecord(value)
          ? Object.fromEntries(
              Object.entries(value).map(([name, one]) => [name, shape(one, `${path}.${name}`, extra)]),
            )
          : value
    }
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return inner('innerType')
    case 'pipe':
      return inner('out')
    case 'lazy':
      return shaperOf((definition.getter as () => z.core.$ZodType)())
    case 'union':
      return unionShaper(definition)
    default:
      return (value) => value
  }
}

function shaperOf(schema: z.core.$ZodType): Shaper {
  const known = shapers.get(schema)
  if (known) return known
  let made: Shaper = (value) => value
  // Registered before it is built, because a schema may contain itself.
  shapers.set(schema, (value, path, extra) => made(value, path, extra))
  made = make(schema)
  return made
}

/**
 * Removes members that the contract's schema does not name from a response.
 * @returns the value, and the dotted paths of removed members
 */
export function shapeAnswer(schema: z.ZodType, value: unknown): { answer: unknown; extra: string[] } {
  const extra: string[] = []
  return { answer: shaperOf(schema)(value, 'answer', extra), extra }
}
