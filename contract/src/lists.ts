import * as z from 'zod'

export const id = z.uuid()
/** ISO 8601 with offset; the server answers UTC with milliseconds. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => !text.startsWith('0000') && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text))
/** There is no year 0. */
export const calendarDate = z.iso.date().refine((text) => !text.startsWith('0000'))
/** A decimal string such as "120.50". */
export const money = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)
/** Of a query, in which nothing is not the equator. */
const degreesText = (limit: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d{1,20})?$/)])
    .pipe(z.coerce.number<number | string>().min(-limit).max(limit))
export const latitudeText = degreesText(90)
export const longitudeText = degreesText(180)
export const version = z.number().int().positive()

const count = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)

/** Query of a list: page from 1, size 25 by default and 100 at most, sort by one of `sorts`. */
export function listQuery<const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) {
  return z.strictObject({
    page: count(1, 1_000_000),
    size: count(25, 100),
    sort: z.enum(sorts).default(sorts[0] as Sorts[number]),
    order: z.enum(['asc', 'desc']).default('asc'),
    search: z.string().trim().max(100).default(''),
    ...filters,
  })
}

/** Answer of a list. `total` counts what the filter matches within the caller's scopes. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  })
}

/** A filter that may be given once or repeated: `?status=active&status=inactive`. */
export function anyOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).optional(),
  )
}

export const idParams = z.strictObject({ id })
export const done = z.object({ done: z.literal(true) })
