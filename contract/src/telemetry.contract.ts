import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { languages } from './identity.users.contract.ts'
import { calendarDate, id, idParams, instant } from './lists.ts'
import { deviceProtocols } from './telemetry.device-report.contract.ts'
import { readingNameLimit } from './telemetry.reading-bounds.ts'
import { readingSeriesLimit } from './telemetry.readings.contract.ts'
import { hiddenCharacters, isVisible } from './text.ts'
import { workStarted } from './work.contract.ts'

/** Points of a simplified route, and of one page of the full one, at most. */
export const routePointLimit = 5_000
export const positionPageLimit = 10_000
/** A time range of one call, in days. */
export const historyRangeDays = 31

/**
 * Columns of positions, all of one length, in time order: a day of 86,400 points stays small.
 * Times are epoch milliseconds of the fix; degrees; km/h; degrees from north; metres; 0 to 100.
 */
export const positionColumns = z.object({
  time: z.array(z.number()),
  latitude: z.array(z.number()),
  longitude: z.array(z.number()),
  speedKmh: z.array(z.number()),
  heading: z.array(z.number().nullable()),
  altitude: z.array(z.number().nullable()),
  odometerMetres: z.array(z.number().nullable()),
  ignition: z.array(z.boolean().nullable()),
  batteryPercent: z.array(z.number().nullable()),
  fuelPercent: z.array(z.number().nullable()),
  signalPercent: z.array(z.number().nullable()),
  satellites: z.array(z.number().nullable()),
})
export type PositionColumns = z.infer<typeof positionColumns>

/** A drive between two stays. */
export const trip = z.object({
  id,
  startedAt: instant,
  /** Null while it lasts. */
  endedAt: instant.nullable(),
  startLatitude: z.number(),
  startLongitude: z.number(),
  endLatitude: z.number().nullable(),
  endLongitude: z.number().nullable(),
  distanceMetres: z.number(),
  maxSpeedKmh: z.number(),
  averageSpeedKmh: z.number(),
})
/** Where a vehicle stood for three minutes or more. */
export const stay = z.object({
  id,
  startedAt: instant,
  endedAt: instant.nullable(),
  latitude: z.number(),
  longitude: z.number(),
  /** The name of the zone of the vehicle's fleet that it lies in; null also for those who may not read zones. */
  zone: z.string().nullable(),
  /** Seconds with the engine on. */
  idleSeconds: z.number(),
})
export type Trip = z.infer<typeof trip>
export type Stay = z.infer<typeof stay>

export const daySummary = z.object({
  /** In the time zone of the vehicle's company. */
  date: calendarDate,
  records: z.number().int(),
  distanceMetres: z.number(),
  movingSeconds: z.number(),
  /** Standing with the engine on. */
  idleSeconds: z.number(),
  engineSeconds: z.number(),
  maxSpeedKmh: z.number(),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
})
export type DaySummary = z.infer<typeof daySummary>

export const historyStatistics = endpoint({
  name: 'telemetry.statistics',
  method: 'GET',
  path: '/history/statistics',
  summary: 'Date range, record count and database size of the history within the caller’s scopes',
  access: 'vehicles.read',
  query: z.strictObject({ vehicleId: id.optional() }),
  output: z.object({
    firstDate: calendarDate.nullable(),
    lastDate: calendarDate.nullable(),
    records: z.number().int(),
    /** About what these positions take in the database. */
    historyBytes: z.number().int(),
    /** Of the whole database; only for those who may see the server, and not for one vehicle: else null. */
    databaseBytes: z.number().int().nullable(),
    /** How long positions are kept, in days. */
    retentionDays: z.number().int().nullable(),
  }),
  problems: ['vehicle_not_found'],
})
export const historyDates = endpoint({
  name: 'telemetry.dates',
  method: 'GET',
  path: '/vehicles/:id/history/dates',
  summary: 'The days of a vehicle that have positions, with what was driven',
  access: 'vehicles.read',
  params: idParams,
  query: z.strictObject({ from: calendarDate.optional(), to: calendarDate.optional() }),
  output: z.object({ timeZone: z.string(), items: z.array(daySummary) }),
  problems: ['vehicle_not_found'],
})
/** Either `date`, a day in the company's time zone, or `from` and `to`. */
const range = {
  date: calendarDate.optional(),
  from: instant.optional(),
  to: instant.optional(),
}
export const historyRoute = endpoint({
  name: 'telemetry.route',
  method: 'GET',
  path: '/vehicles/:id/history/route',
  summary:
    'The route of a day or a time range, simplified to what a screen can show, with its trips and stays',
  access: 'vehicles.read',
  params: idParams,
  query: z.strictObject({
    ...range,
    points: z.coerce.number().int().min(2).max(routePointLimit).default(2_000),
  }),
  output: z.object({
    from: instant,
    to: instant,
    positions: positionColumns,
    /** Of the range, before it was simplified. */
    records: z.number().int(),
    isSimplified: z.boolean(),
    trips: z.array(trip),
    stays: z.array(stay),
    summary: daySummary.omit({ date: true }),
  }),
  problems: ['vehicle_not_found', 'history_range'],
})
export const historyPositions = endpoint({
  name: 'telemetry.positions',
  method: 'GET',
  path: '/vehicles/:id/history/positions',
  summary: 'Every position of a time range, by cursor',
  access: 'vehicles.read',
  params: idParams,
  query: z.strictObject({
    ...range,
    cursor: z.string().max(100).optional(),
    size: z.coerce.number().int().min(1).max(positionPageLimit).default(5_000),
  }),
  output: z.object({ positions: positionColumns, nextCursor: z.string().nullable() }),
  problems: ['vehicle_not_found', 'history_range'],
})
/** Tables, which may have columns of readings, then tracks. */
export const historyTables = ['csv', 'xlsx'] as const
export const exportFormats = [...historyTables, 'gpx', 'geojson'] as const
export const exportHistory = endpoint({
  name: 'telemetry.export',
  method: 'POST',
  path: '/vehicles/:id/history/export',
  summary: 'Write the positions of a time range to a file',
  access: 'vehicles.read',
  params: idParams,
  status: 202,
  body: z.strictObject({
    ...range,
    format: z.enum(exportFormats),
    /** Of a table: readings in further columns, by name such as `temperature1`. */
    readings: z
      .array(z.string().min(1).max(readingNameLimit).refine(isVisible, hiddenCharacters))
      .max(readingSeriesLimit)
      .optional(),
    /** Of the headings. */
    language: z.enum(languages).default('es'),
  }),
  output: workStarted,
  problems: ['vehicle_not_found', 'history_range'],
})

/** How a tracker is pointed at this server, and whether it has reported. */
export const deviceOnboarding = endpoint({
  name: 'telemetry.onboarding',
  method: 'GET',
  path: '/vehicles/:id/device',
  summary: 'Server address, port and configuration texts of a vehicle’s tracker, and its first contact',
  access: 'vehicles.edit',
  params: idParams,
  query: z.strictObject({
    /** Another model or protocol than the vehicle's own, to look at before it is saved. */
    model: z.string().trim().max(60).optional(),
    apn: z.string().trim().max(63).optional(),
  }),
  output: z.object({
    identifier: z.string().nullable(),
    simNumber: z.string().nullable(),
    model: z.string().nullable(),
    protocol: z.enum(deviceProtocols).nullable(),
    server: z.object({
      host: z.string(),
      /** False for an address no tracker can reach, such as 127.0.0.1: RUMBO_GATEWAY_PUBLIC_HOST is not set. */
      isPublic: z.boolean(),
      port: z.number().int().nullable(),
      transports: z.array(z.enum(['tcp', 'udp', 'http'])),
    }),
    /** SMS texts in the order they are sent. */
    smsSteps: z.array(z.string()),
    hint: z.enum(['phone_app', 'vendor_tool']).nullable(),
    /** The secret of an HTTP device: whether there is one. It is shown once, when created. */
    hasSecret: z.boolean(),
    /** A password of its own for commands; otherwise the maker's counts. */
    hasPassword: z.boolean(),
    contact: z.object({
      isConnected: z.boolean(),
      protocol: z.enum(deviceProtocols).nullable(),
      address: z.string().nullable(),
      lastReportAt: instant.nullable(),
      lastFixAt: instant.nullable(),
      /** Refused reports of this identifier within 24 hours, by reason. */
      refused: z.record(z.string(), z.number().int()),
    }),
  }),
  problems: ['vehicle_not_found'],
})
export const renewDeviceSecret = endpoint({
  name: 'telemetry.renewSecret',
  method: 'POST',
  path: '/vehicles/:id/device/secret',
  summary: 'Make a new secret for a tracker that reports over HTTP, or take it away',
  access: 'vehicles.edit',
  params: idParams,
  body: z.strictObject({ isRemoved: z.boolean().default(false) }),
  /** Shown only in this response. */
  output: z.object({ secret: z.string().nullable() }),
  problems: ['vehicle_not_found', 'command_no_device'],
  isRepeatable: false,
})
export const deviceModelList = endpoint({
  name: 'telemetry.models',
  method: 'GET',
  path: '/device-models',
  summary: 'Tracker models known to work',
  access: 'vehicles.read',
  output: z.object({
    items: z.array(z.object({ maker: z.string(), model: z.string(), protocol: z.enum(deviceProtocols) })),
  }),
})
