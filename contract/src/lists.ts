import * as z from 'zod'
import { amountPattern, signedAmountPattern } from './money.ts'

export const id = z.uuid()
/** ISO 8601 with offset; the server answers UTC with milliseconds. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => !text.startsWith('0000') && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text))
/** There is no year 0. */
export const calendarDate = z.iso.date().refine((text) => !text.startsWith('0000'))
/** A decimal string such as "120.50"; its currency decides how many decimals it may have (`fitsCurrency`). */
export const money = z.string().regex(amountPattern)
/** Like `money`, and may be negative. */
export const signedMoney = z.string().regex(signedAmountPattern)
/** Of a query, in which nothing is not the equator. */
const degreesText = (limit: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d{1,20})?$/)])
    .pipe(z.coerce.number<number | string>().min(-limit).max(limit))
export const latitudeText = degreesText(90)
export const longitudeText = degreesText(180)

const sides = ['west', 'south', 'east', 'north'] as const
/**
 * A view of the map in WGS84 degrees. Over the 180th meridian its west is greater than its east.
 */
export type Bounds = Readonly<Record<(typeof sides)[number], number>>
/** Query fields that limit a list to a map view; check them with `wholeBounds`. */
export const boundsFields = {
  west: longitudeText.optional(),
  south: latitudeText.optional(),
  east: longitudeText.optional(),
  north: latitudeText.optional(),
}
/** All four sides or none, and north not south of south. */
export function wholeBounds(given: Partial<Bounds>, context: z.core.$RefinementCtx): void {
  const missing = sides.filter((side) => given[side] === undefined)
  if (missing.length === sides.length) return
  for (const side of missing) context.addIssue({ code: 'custom', path: [side], params: { code: 'required' } })
  if (given.north !== undefined && given.south !== undefined && given.north < given.south)
    context.addIssue({ code: 'custom', path: ['north'], params: { code: 'too_small' } })
}
/** The bounds of a checked query; null for none. */
export function boundsOf({ west, south, east, north }: Partial<Bounds>): Bounds | null {
  return west === undefined || south === undefined || east === undefined || north === undefined
    ? null
    : { west, south, east, north }
}
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

/** Matches are counted exactly up to this number; beyond it, a list says that there are more. */
export const exactTotalLimit = 10_000

/** Query fields that name one fleet, or all fleets of a company within the caller's scopes; check with `onePlace`. */
export const placeFields = { fleetId: id.optional(), companyId: id.optional() }
export interface PlaceQuery {
  fleetId?: string | undefined
  companyId?: string | undefined
}
/** A fleet or a company, not both. */
export function onePlace({ fleetId, companyId }: PlaceQuery, context: z.core.$RefinementCtx): void {
  if ((fleetId === undefined) === (companyId === undefined))
    context.addIssue({ code: 'custom', path: ['fleetId'], params: { code: 'required' } })
}

/** A filter of several values, as JSON writes them. */
export const manyOf = <Item extends z.ZodType>(item: Item) => z.array(item).optional()

/** A filter that may be given once or repeated: `?status=active&status=inactive`; of a query only. */
export function anyOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    manyOf(item),
  )
}

export const idParams = z.strictObject({ id })
export const done = z.object({ done: z.literal(true) })
