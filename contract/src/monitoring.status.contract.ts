import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './lists.ts'
import { serverThresholds, serviceStates } from './monitoring.status-levels.ts'

/** Seconds between two samples; the history holds an hour of them. */
export const sampleSeconds = 10
/** A process that has not reported for this long counts as down. */
export const processSilentSeconds = 25

export const serverServiceNames = [
  'api',
  'gateway',
  'worker',
  'database',
  'live_stream',
  'jobs',
  'email',
  'sms',
  'maps',
  'storage',
] as const
export type ServerServiceName = (typeof serverServiceNames)[number]
export const serverService = z.object({
  name: z.enum(serverServiceNames),
  /** Which of several: of maps `roads` and `geocoding`, worded as `monitoring.service.part.<part>`; else null. */
  part: z.string().nullable(),
  state: z.enum(serviceStates),
  /** Since when, as far as known. */
  since: instant.nullable(),
  /** Worded by the reader as `monitoring.service.reason.<code>`; null where all is well. */
  reason: z
    .enum([
      'silent',
      'some_silent',
      'unreachable',
      'connections',
      'waiting_long',
      'nobody_works',
      'bus_lost',
      'not_configured',
      'receiver_fails',
      'mailbox_fails',
      'deliveries_failed',
      'deliveries_wait',
      'engine_away',
      'fallback',
      'storage_low',
      'storage_very_low',
      'storage_full',
    ])
    .nullable(),
  /** Figures of this service alone: `processes`, `viewers`, `waiting`, `oldestSeconds`, `failed`, by its name. */
  figures: z.record(z.string(), z.number()),
})
export type ServerService = z.infer<typeof serverService>

const figure = z.number().nullable()
/** Instantaneous; null where the system does not report it or nothing was measured. */
export const serverFigures = z.object({
  cpuPercent: figure,
  memoryPercent: figure,
  diskPercent: figure,
  /** Bytes per second over all networks of the machine but its own loop. */
  networkInPerSecond: figure,
  networkOutPerSecond: figure,
  /** Open connections to the database, and their share of what it allows. */
  connections: figure,
  connectionsPercent: figure,
  queryMeanMs: figure,
  queryP95Ms: figure,
  responseP50Ms: figure,
  responseP95Ms: figure,
  requestsPerSecond: figure,
  /** Calls answered with 5xx, of all. */
  errorPercent: figure,
  /** People with a call or an open live stream within five minutes. */
  activeUsers: figure,
})
export type ServerFigures = z.infer<typeof serverFigures>
export type ServerFigure = keyof ServerFigures
const level = z.object({ amber: z.number(), red: z.number() })
export const readServerStatus = endpoint({
  name: 'monitoring.status',
  method: 'GET',
  path: '/server/status',
  summary: 'How the server does: figures of now and of the last hour, and the state of its services',
  access: 'monitoring.read',
  output: z.object({
    at: instant,
    version: z.string(),
    /** Since the process that answers was started, and since the machine was. */
    uptimeSeconds: z.number(),
    hostUptimeSeconds: z.number(),
    /** Means over the last minute, except what is counted at a moment. */
    current: serverFigures,
    memory: z.object({ usedBytes: z.number(), totalBytes: z.number() }),
    disk: z.object({ usedBytes: z.number(), totalBytes: z.number() }).nullable(),
    database: z.object({ bytes: z.number().nullable(), maxConnections: z.number().nullable() }),
    cpus: z.number().int(),
    /** `none`: HTTPS is not configured; `unreadable`: the configured certificate could not be read. */
    certificateState: z.enum(['read', 'unreadable', 'none']),
    certificateDays: z.number().int().nullable(),
    services: z.array(serverService),
    processes: z.array(
      z.object({
        roles: z.array(z.string()),
        pid: z.number().int(),
        host: z.string(),
        startedAt: instant,
        seenAt: instant,
        isAlive: z.boolean(),
        memoryBytes: z.number(),
        cpuPercent: z.number().nullable(),
        /** 99th percentile of how late the event loop was, over the last interval. */
        loopDelayMs: z.number().nullable(),
      }),
    ),
    /** Columns of one length, oldest first, a sample every ten seconds; times are epoch milliseconds. */
    history: z.object({
      time: z.array(z.number()),
      ...(Object.fromEntries(
        Object.keys(serverFigures.shape).map((name) => [name, z.array(figure)]),
      ) as Record<ServerFigure, z.ZodArray<typeof figure>>),
    }),
    thresholds: z.object(
      Object.fromEntries(Object.keys(serverThresholds).map((name) => [name, level])) as Record<
        keyof typeof serverThresholds,
        typeof level
      >,
    ),
  }),
})
