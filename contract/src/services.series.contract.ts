import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, id, idParams, instant, version } from './lists.ts'
import { newService, serviceTypes } from './services.contract.ts'
import { optionalNote } from './text.ts'

/** A series creates its services this many days ahead. */
export const seriesAheadDays = 7
/** A series ends at most this many days after it begins. */
export const longestSeriesDays = 731
/** At most this many are listed. */
export const seriesLimit = 500

export const seriesRule = z.strictObject({
  /** 1 Monday to 7, in the company's time zone. */
  weekdays: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
  /** Inclusive; null: until further notice. */
  until: calendarDate.nullable().default(null),
  /** No service on the public holidays of Mexico. */
  skipsHolidays: z.boolean().default(true),
})

export const serviceSeries = z.object({
  id,
  companyId: id,
  fleetId: id,
  serviceType: z.enum(serviceTypes),
  customerName: z.string(),
  /** Of the first and the last stop; the same where there is one. */
  from: z.string(),
  to: z.string(),
  stops: z.number().int(),
  /** `HH:MM` of dispatch in the company's time zone. */
  time: z.string(),
  weekdays: z.array(z.number().int()),
  until: z.string().nullable(),
  skipsHolidays: z.boolean(),
  state: z.enum(['active', 'paused', 'ended']),
  /** Of a paused series: the code of the problem that prevents its services, or what a person wrote. */
  pauseProblem: z.string().nullable(),
  pauseNote: z.string().nullable(),
  /** Since when its services cannot be created, whether it was paused because of it or is retried; null while they can. */
  failingSince: instant.nullable(),
  /** The next days from today on, the skipped holidays included. */
  nextDays: z.array(
    z.object({
      day: z.string(),
      isHoliday: z.boolean(),
      /** Null: not created yet, or not to be created. */
      serviceId: id.nullable(),
    }),
  ),
  createdAt: instant,
  createdBy: z.string().nullable(),
  updatedAt: instant,
  version,
})
export type ServiceSeries = z.infer<typeof serviceSeries>

/** The first service, whose local times the later ones have too, and when it repeats. */
const content = newService.extend({ repeat: seriesRule })
/** The series, and what became of its services. */
const outcome = serviceSeries.extend({
  created: z.number().int(),
  removed: z.number().int(),
  /** Services of its days that stay as they are, because a person changed, sent or cancelled them. */
  kept: z.number().int(),
})
export type SeriesOutcome = z.infer<typeof outcome>

const ofOutput = { name: 'services', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] } as const
const placed = ['fleet_denied', 'contact_not_found', 'company_denied', 'stop_doubtful'] as const
const changed = ['service_series_not_found', 'stale_version', 'service_series_ended'] as const

export const listServiceSeries = endpoint({
  name: 'services.listSeries',
  method: 'GET',
  path: '/service-series',
  summary:
    'Recurring services: active ones first, then paused and ended ones, each by their time of dispatch',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject({
    companyId: id.optional(),
    fleetId: id.optional(),
    /** Only series whose services cannot be created. */
    isFailing: z.stringbool().optional(),
  }),
  output: z.object({ items: z.array(serviceSeries), isCut: z.boolean() }),
})
export const readServiceSeries = endpoint({
  name: 'services.readSeries',
  method: 'GET',
  path: '/service-series/:id',
  summary: 'One series of recurring services',
  access: 'services.read',
  feature: ofOutput,
  params: idParams,
  output: serviceSeries,
  problems: ['service_series_not_found'],
})
export const createServiceSeries = endpoint({
  name: 'services.createSeries',
  method: 'POST',
  path: '/service-series',
  summary: 'Create a recurring service; the services of the next seven days are created with it',
  access: 'services.dispatch',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: content,
  output: outcome,
  problems: [...placed],
})
export const changeServiceSeries = endpoint({
  name: 'services.changeSeries',
  method: 'PUT',
  path: '/service-series/:id',
  summary:
    'Change the services of a series from a day on; those already created are replaced unless changed, sent or cancelled',
  access: 'services.dispatch',
  feature: {
    name: 'services',
    of: [
      { in: 'body', fleet: 'fleetId' },
      { in: 'output', fleet: 'fleetId', company: 'companyId' },
    ],
  },
  params: idParams,
  body: content.extend({ /** Today or later. */ from: calendarDate, version }),
  output: outcome,
  problems: [...placed, ...changed],
})
export const endServiceSeries = endpoint({
  name: 'services.endSeries',
  method: 'POST',
  path: '/service-series/:id/end',
  summary: 'End a series before a day, and delete its services from that day on that were not sent yet',
  access: 'services.dispatch',
  feature: ofOutput,
  params: idParams,
  body: z.strictObject({ from: calendarDate, version }),
  output: outcome,
  problems: [...changed],
})
export const pauseServiceSeries = endpoint({
  name: 'services.pauseSeries',
  method: 'POST',
  path: '/service-series/:id/pause',
  summary: 'Stop creating services of a series; those already created stay',
  access: 'services.dispatch',
  feature: ofOutput,
  params: idParams,
  body: z.strictObject({ note: optionalNote(200), version }),
  output: serviceSeries,
  problems: [...changed],
})
export const resumeServiceSeries = endpoint({
  name: 'services.resumeSeries',
  method: 'POST',
  path: '/service-series/:id/resume',
  summary: 'Create services of a paused series again, from now on',
  access: 'services.dispatch',
  feature: ofOutput,
  params: idParams,
  body: z.strictObject({ version }),
  output: outcome,
  problems: ['fleet_denied', 'contact_not_found', ...changed],
})
