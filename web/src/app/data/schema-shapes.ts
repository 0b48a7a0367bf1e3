/*
 * Replaces zod in the browser's build, which needs types, paths and lists of the contract but leaves validation to
 * the
 * server; zod would add 30 kB to every first load. One value stands for every schema: builder calls return it,
 * parsing throws.
 */
function refuse(): never {
  throw new Error('The browser does not run schemas: check values in a rules file of their domain')
}
const checks: ReadonlySet<PropertyKey> = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const shape: unknown = new Proxy(() => {}, {
  get: (_, name) => {
    if (checks.has(name)) return refuse
    return typeof name === 'symbol' || name === 'then' ? undefined : shape
  },
  apply: () => shape,
})

export {
  shape as array,
  shape as boolean,
  shape as coerce,
  shape as date,
  shape as discriminatedUnion,
  shape as email,
  shape as enum,
  shape as iso,
  shape as literal,
  shape as number,
  shape as object,
  shape as preprocess,
  shape as partialRecord,
  shape as record,
  shape as strictObject,
  shape as string,
  shape as stringbool,
  shape as tuple,
  shape as union,
  shape as unknown,
  shape as url,
  shape as uuid,
}
