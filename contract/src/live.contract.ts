import * as z from 'zod'
import { id } from './lists.ts'
import { notification, unreadCounts } from './notifications.contract.ts'
import { service } from './services.contract.ts'
import { vehicleStatuses } from './vehicles.contract.ts'

/** Interval of flushing changes; `slowFlushMs` while a client's socket buffer is filling up. */
export const flushMs = 200
export const slowFlushMs = 1000
/** The server sends a message at least this often, so that silence means a broken connection. */
export const heartbeatMs = 2000

/** A vehicle in the live stream. Times are epoch milliseconds; that of the fix is the device's, not that of arrival. */
export const liveVehicle = z.object({
  id,
  fleetId: id,
  companyId: id,
  vehicleNumber: z.string(),
  plateNumber: z.string(),
  type: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.number(),
  seats: z.number().nullable(),
  skills: z.array(z.string()),
  speedLimitKmh: z.number().nullable(),
  status: z.enum(vehicleStatuses),
  /** Epoch milliseconds since when it has this status; null where that was not read. */
  statusSince: z.number().nullable(),
  at: z.number().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  speedKmh: z.number().nullable(),
  heading: z.number().nullable(),
  ignition: z.boolean().nullable(),
  fuelLevel: z.number().nullable(),
  batteryLevel: z.number().nullable(),
  gpsSignal: z.number().nullable(),
  satellites: z.number().nullable(),
  /** Epoch milliseconds of the stop that still lasts; null on a trip, and while that is unknown. */
  standSince: z.number().nullable(),
})
export type LiveVehicle = z.infer<typeof liveVehicle>
/** A vehicle's id with its changed fields. */
export const liveVehicleChange = liveVehicle.partial().required({ id: true })
export type LiveVehicleChange = z.infer<typeof liveVehicleChange>

/** Cached answers of this domain, or of the named record, are stale; the domain `*` means all of them. */
export const staleHint = z.object({
  domain: z.string(),
  id: z.string().optional(),
  fleetId: z.string().optional(),
  companyId: z.string().optional(),
  /** The vehicle the record belongs to, where that is known. */
  vehicleId: z.string().optional(),
  /** Of records of one person: goes to that person alone. */
  userId: z.string().optional(),
})
export type StaleHint = z.infer<typeof staleHint>

/** Somebody has a record of a fleet open. */
export const presentPerson = z.object({ id, userId: id, name: z.string() })
export type PresentPerson = z.infer<typeof presentPerson>
/** A browser repeats what it has open this often, in milliseconds; silent for more than two of these, it is lost. */
export const presentMs = 5_000

/** New notifications in one message of the inbox; of more, the latest. */
export const inboxNewest = 3

/** Fleets a browser may watch at a time. */
export const maxWatchedFleets = 500

export const clientMessage = z.discriminatedUnion('type', [
  /** The first message, sent again with a renewed token. `fleets` replaces the set of watched fleets. */
  z.strictObject({
    type: z.literal('hello'),
    token: z.string(),
    fleets: z.array(id).max(maxWatchedFleets),
    resume: z
      .array(z.strictObject({ channel: z.string(), epoch: z.string(), number: z.number().int() }))
      .max(500)
      .optional(),
  }),
  z.strictObject({ type: z.literal('token'), token: z.string() }),
  z.strictObject({ type: z.literal('watch'), fleets: z.array(id).max(maxWatchedFleets) }),
  /** The services that are open in this browser; repeated while any is. */
  z.strictObject({
    type: z.literal('present'),
    records: z.array(z.strictObject({ fleetId: id, id })).max(4),
  }),
  /** Replaces the fleets whose open services the client follows; the whole state of each of them comes first, again too. */
  z.strictObject({ type: z.literal('follow'), fleets: z.array(id).max(maxWatchedFleets) }),
  /** The client detected a gap in the numbers and requests a new snapshot of the channel. */
  z.strictObject({ type: z.literal('again'), channel: z.string() }),
])
export type ClientMessage = z.infer<typeof clientMessage>

/**
 * Close codes of the oldest socket of a person or address that exceeds its limit. The browser must not reconnect without
 * a user action. The codes serve if the message sent before is lost.
 */
export const limitCloseCodes = { person_limit: 4001, address_limit: 4002 } as const
export type LimitRefusal = keyof typeof limitCloseCodes
/** Maximum number of open sockets per person. */
export const maxSocketsOfPerson = 10

/** Each fleet is a channel, named by its id. Within an epoch, changes are numbered from the snapshot's number on. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), now: z.number() }),
  z.object({
    type: z.literal('snapshot'),
    channel: z.string(),
    epoch: z.string(),
    number: z.number().int(),
    now: z.number(),
    vehicles: z.array(liveVehicle),
  }),
  /** `previous` is the number the client must have reached. Several changes are merged for a slow client. */
  z.object({
    type: z.literal('changes'),
    channel: z.string(),
    epoch: z.string(),
    previous: z.number().int(),
    number: z.number().int(),
    now: z.number(),
    vehicles: z.array(liveVehicleChange),
    gone: z.array(id),
    stale: z.array(staleHint),
  }),
  /**
   * The services of a followed fleet that wait for a vehicle or are under way: all of them where `previous` is null, else
   * those that changed after that number, and in `gone` those that no longer are. `services` is null where the person
   * may not follow them, or where they are too many: lists are to be read instead.
   */
  z.object({
    type: z.literal('services'),
    channel: z.string(),
    previous: z.number().int().nullable(),
    number: z.number().int(),
    now: z.number(),
    services: z.array(service).nullable(),
    gone: z.array(id),
  }),
  /** Hints about records outside of fleets: companies, the user's own record. */
  z.object({ type: z.literal('stale'), now: z.number(), hints: z.array(staleHint) }),
  /** Who has which service of the fleet open: all of them, also the receiver. */
  z.object({
    type: z.literal('present'),
    channel: z.string(),
    now: z.number(),
    people: z.array(presentPerson),
  }),
  /** What waits for the person, after each change of it: counts, and those that are new since the message before. */
  z.object({
    type: z.literal('inbox'),
    now: z.number(),
    counts: unreadCounts,
    newest: z.array(notification).max(inboxNewest),
  }),
  z.object({ type: z.literal('alive'), now: z.number() }),
  /** The session ended or its scopes changed; the socket closes after it. */
  z.object({
    type: z.literal('refused'),
    code: z.enum([
      'unauthenticated',
      'session_expired',
      'scope_changed',
      'malformed',
      'overloaded',
      'person_limit',
      'address_limit',
    ]),
  }),
])
export type ServerMessage = z.infer<typeof serverMessage>
