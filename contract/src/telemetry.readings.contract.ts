import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, idParams, instant } from './lists.ts'
import { readingGroups, readingKinds } from './telemetry.readings.catalogue.ts'

/** Of one history call. */
export const readingSeriesLimit = 12
const readingPointLimit = 2_000
export const readingNameLimit = 60
/** Readings that are kept of one report: devices over HTTP choose what they send. */
export const reportReadingLimit = 250

/** A number, yes or no, or a text of at most 500 characters; numbers in the unit of the reading. */
const readingValue = z.union([z.number(), z.boolean(), z.string()])
export type ReadingValue = z.infer<typeof readingValue>

/** What a reading is; its name for people is the text `readings.name.<key>` and the index behind it. */
const description = {
  /** As it is asked for in a history: `temperature2`. */
  name: z.string(),
  /** Of the catalogue, `temperatureN` for `temperature2`; null for what the catalogue does not describe. */
  key: z.string().nullable(),
  /** Of one of several: 2 for `temperature2`. */
  index: z.number().int().nullable(),
  kind: z.enum(readingKinds),
  group: z.enum(readingGroups),
  unit: z.string().nullable(),
  /** Decimals to show. */
  digits: z.number().int(),
}

const latestReading = z.object({
  ...description,
  /** The last plausible value, an empty text where the device stated that there are none; null where there was none yet. */
  value: readingValue.nullable(),
  /**
   * When the device last stated that value; null if there is none. While the value stays the same, this time is stored once a
   * minute, so the device may have stated it up to a minute later.
   */
  time: instant.nullable(),
  /** What the device stated since, if it cannot be true: never to be shown as true. */
  implausible: z.object({ value: readingValue, time: instant }).nullable(),
})
export type LatestReading = z.infer<typeof latestReading>

/**
 * Columns of one length, in time order; times in epoch milliseconds. A value holds until the next one, but no longer than 15
 * minutes: a value that the device still states is stored again every 10 minutes. `min` and `max` differ only where points
 * were joined.
 */
const numberPoints = z.object({
  time: z.array(z.number()),
  min: z.array(z.number()),
  max: z.array(z.number()),
})
/** The changes of a text or of yes and no. Unchanged values that were stored again are among them. */
const changes = z.object({
  time: z.array(z.number()),
  value: z.array(z.union([z.boolean(), z.string()])),
})
const readingSeries = z.object({
  ...description,
  /** Null for texts and for yes and no. */
  points: numberPoints.nullable(),
  /** Null for numbers. */
  changes: changes.nullable(),
  /** Points or changes were joined or left out to meet the limit. */
  isThinned: z.boolean(),
  /** Values that cannot be true: how many, and the first hundred. They are in no point or change. */
  implausible: z.object({
    count: z.number().int(),
    time: z.array(z.number()),
    value: z.array(readingValue),
  }),
})
export type ReadingSeries = z.infer<typeof readingSeries>

export const vehicleReadings = endpoint({
  name: 'telemetry.readings',
  method: 'GET',
  path: '/vehicles/:id/readings',
  summary: 'The latest readings of a vehicle’s tracker and sensors, each with its time and unit',
  access: 'vehicles.read',
  params: idParams,
  /** In the order of the catalogue, others after it. */
  output: z.object({ items: z.array(latestReading) }),
  problems: ['vehicle_not_found'],
})

const names = z
  .string()
  .max(readingSeriesLimit * (readingNameLimit + 1))
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.string().trim().min(1).max(readingNameLimit)).min(1).max(readingSeriesLimit))

export const readingHistory = endpoint({
  name: 'telemetry.readingHistory',
  method: 'GET',
  path: '/vehicles/:id/readings/history',
  summary: 'Readings of a vehicle within a day or a time range, joined to what a plot can show',
  access: 'vehicles.read',
  params: idParams,
  query: z.strictObject({
    /** Separated by commas: `temperature1,rpm`. */
    names,
    /** Either a day in the company's time zone, or `from` and `to`. */
    date: calendarDate.optional(),
    from: instant.optional(),
    to: instant.optional(),
    /** Of each reading, at most. */
    points: z.coerce.number().int().min(2).max(readingPointLimit).default(500),
  }),
  /** A series for each name, in the order asked for; empty where nothing is stored or the caller may not read it. */
  output: z.object({ from: instant, to: instant, series: z.array(readingSeries) }),
  problems: ['vehicle_not_found', 'history_range'],
})
