import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, idParams, instant } from './lists.ts'
import { deviceProtocols } from './telemetry.device-report.contract.ts'
import { readingNameLimit } from './telemetry.reading-bounds.ts'
import { readingAudiences, readingGroups, readingKinds } from './telemetry.readings.catalogue.ts'

/** Of one history call. */
export const readingSeriesLimit = 12
const readingPointLimit = 2_000

/** A number, yes or no, or a text of at most 500 characters; numbers in the unit of the reading. */
const readingValue = z.union([z.number(), z.boolean(), z.string()])
export type ReadingValue = z.infer<typeof readingValue>

/** What a reading is; its name for people is the text `readings.name.<key>` and the index behind it. */
const description = {
  name: z
    .string()
    .describe(
      'As a history is asked for it, such as `temperature2`. `GET /readings/catalogue` describes the names; `#` there stands for an index. A name that is not in it was chosen by the device.',
    ),
  key: z
    .string()
    .nullable()
    .describe('Of the catalogue: `temperatureN` for `temperature2`. Null for what it does not describe.'),
  index: z.number().int().nullable().describe('Of one of several: 2 for `temperature2`.'),
  kind: z.enum(readingKinds),
  group: z.enum(readingGroups),
  unit: z.string().nullable(),
  digits: z.number().int().describe('Decimals to show.'),
}

const latestReading = z.object({
  ...description,
  value: readingValue
    .nullable()
    .describe(
      'The last plausible value, in the unit; a text has at most 500 characters, and an empty one states that there are none (trouble codes). Null where there was none yet.',
    ),
  time: instant
    .nullable()
    .describe(
      'When the device last stated that value; null if there is none. While the value stays the same, this time is stored once a minute, so the device may have stated it up to a minute later.',
    ),
  implausible: z
    .object({ value: readingValue, time: instant })
    .nullable()
    .describe(
      'What the device stated since, if it cannot be true: outside the range of the catalogue, or refused by the decoder. Not to be shown as true.',
    ),
})
export type LatestReading = z.infer<typeof latestReading>

const numberPoints = z.object({
  time: z.array(z.number()).describe('Epoch milliseconds, ascending.'),
  min: z.array(z.number()),
  max: z.array(z.number()).describe('Differs from `min` only where points were joined.'),
})
const changes = z.object({
  time: z.array(z.number()).describe('Epoch milliseconds, ascending.'),
  value: z.array(z.union([z.boolean(), z.string()])),
})
const readingSeries = z.object({
  ...description,
  points: numberPoints
    .nullable()
    .describe(
      'Columns of one length; null for texts and for yes and no. A value holds until the next one, but no longer than 15 minutes: a value that the device still states is stored again every 10 minutes, so a longer gap means that it was not stated.',
    ),
  changes: changes
    .nullable()
    .describe(
      'The changes of a text or of yes and no, as columns of one length; null for numbers. A value holds as long as one of `points`; unchanged values that were stored again are among them.',
    ),
  isThinned: z.boolean().describe('Points or changes were joined or left out to meet the limit.'),
  implausible: z
    .object({
      count: z.number().int(),
      time: z.array(z.number()),
      value: z.array(readingValue),
    })
    .describe('Values that cannot be true: how many, and the first hundred. They are in no point or change.'),
})
export type ReadingSeries = z.infer<typeof readingSeries>

const catalogueEntry = z.object({
  name: z
    .string()
    .describe('As in readings; `#` stands for an index from 1: `temperature#` is `temperature1` and on.'),
  title: z.object({ es: z.string(), en: z.string() }).describe('Its name for people.'),
  kind: z.enum(readingKinds),
  group: z.enum(readingGroups),
  unit: z.string().nullable().describe('Of a number; null where it has none.'),
  range: z
    .object({ min: z.number(), max: z.number() })
    .nullable()
    .describe('Of plausible numbers, both ends inclusive; null for texts and for yes and no.'),
  digits: z.number().int().describe('Decimals that are kept.'),
  protocols: z
    .array(z.enum(deviceProtocols))
    .describe('Whose devices send it. OsmAnd’s may send any name besides.'),
  audience: z
    .enum(readingAudiences)
    .describe(
      'Who may read it: `all` who may read the vehicle, `staff` those who are no guests, `editors` only those who may edit the vehicle.',
    ),
  hasHistory: z.boolean().describe('Where it is false, only the latest is kept.'),
})
export type CatalogueEntry = z.infer<typeof catalogueEntry>

export const readingCatalogueList = endpoint({
  name: 'telemetry.readingCatalogue',
  method: 'GET',
  path: '/readings/catalogue',
  summary: 'Every reading with a known meaning: name, kind, unit, range, protocols, and who may read it',
  description:
    'In the order in which readings are shown. Devices may state readings that are not listed, under names of their own: those are of the group `other` or `message` and only for editors.',
  access: 'public',
  output: z.object({ items: z.array(catalogueEntry) }),
})

export const vehicleReadings = endpoint({
  name: 'telemetry.readings',
  method: 'GET',
  path: '/vehicles/:id/readings',
  summary: 'The latest readings of a vehicle’s tracker and sensors, each with its time and unit',
  description:
    'In the order of the catalogue, others after it; only those that the caller may read. A value outside the range of its reading is never a `value`: it is `implausible` until a plausible one follows.',
  access: 'vehicles.read',
  params: idParams,
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
  description:
    'A series for each name, in the order asked for; empty where nothing is stored or the caller may not read it. A value counts for at most 15 minutes after it was stored. Implausible values are counted apart.',
  access: 'vehicles.read',
  params: idParams,
  query: z.strictObject({
    names: names.describe('Separated by commas, at most 12: `temperature1,rpm`.'),
    date: calendarDate
      .optional()
      .describe('A day in the company’s time zone. Either this, or `from` and `to`.'),
    from: instant.optional(),
    to: instant.optional(),
    points: z.coerce
      .number()
      .int()
      .min(2)
      .max(readingPointLimit)
      .default(500)
      .describe('Of each reading, at most.'),
  }),
  output: z.object({ from: instant, to: instant, series: z.array(readingSeries) }),
  problems: ['vehicle_not_found', 'history_range'],
})
