import * as z from 'zod'
import { driverActionKinds } from './drivers.contract.ts'
import { endpoint } from './endpoint.ts'
import { anyOf, id, idParams, instant, listOf, listQuery, version } from './lists.ts'
import { alarmKinds } from './telemetry.device-report.contract.ts'
import { optionalNote } from './text.ts'

/** As section 3 of the specification names them. */
export const eventTypes = [
  'geofence_exit',
  'geofence_entry',
  'gps_alarm',
  'speeding',
  'harsh_braking',
  'harsh_acceleration',
  'emergency_declared',
  'crash_detected',
  'engine_fault',
  'low_fuel',
  'low_battery',
  'maintenance_due',
  'maintenance_overdue',
  'unauthorized_use',
  'driver_shift_timeout',
  'service_delay',
  'custom',
] as const
export type EventType = (typeof eventTypes)[number]
export const eventCategories = ['vehicle', 'driver', 'system', 'user', 'maintenance', 'security'] as const
export type EventCategory = (typeof eventCategories)[number]
/** What the product found out about a device or a vehicle, what drivers caused, trouble codes that a device read, and fences. */
export const foundKinds = [
  'device_claimed',
  'driver_emergency',
  'staff_emergency',
  'driver_conflict',
  'card_refused',
  'trouble_code',
  'out_of_hours',
  'fence_dwell',
  'wrong_direction',
  'off_route',
  'missed_checkpoint',
] as const
/** What a device called it, in the product's words, or one of `foundKinds`. */
export const eventKinds = [...alarmKinds, ...foundKinds] as const
export type EventKind = (typeof eventKinds)[number]
/** Least severe first. */
export const eventSeverities = ['info', 'warning', 'critical'] as const
export type EventSeverity = (typeof eventSeverities)[number]
export const eventStatuses = ['active', 'acknowledged', 'resolved', 'dismissed'] as const
export type EventStatus = (typeof eventStatuses)[number]
/** What a person does with an event: acknowledge an active one, resolve or dismiss one that is not closed. */
export const eventActions = ['acknowledge', 'resolve', 'dismiss'] as const
export type EventAction = (typeof eventActions)[number]
/** A device alarm, or a finding of the product. */
export const eventSources = ['device', 'system'] as const

const statusesBefore: Readonly<Record<EventAction, readonly EventStatus[]>> = {
  acknowledge: ['active'],
  resolve: ['active', 'acknowledged'],
  dismiss: ['active', 'acknowledged'],
}
/** Whether the action fits the event as it is: decides buttons, and the answer. */
export const canHandle = (status: EventStatus, action: EventAction): boolean =>
  statusesBefore[action].includes(status)

/** What of an event concerns the caller: to be handled by them, or they are named in a comment. */
export const eventConcerns = ['assigned', 'mentioned'] as const

/** Who did it, and when. */
const handling = z.object({ at: instant, by: z.string().nullable(), byId: id.nullable() }).nullable()

export const event = z.object({
  id,
  companyId: id,
  fleetId: id,
  vehicleId: id,
  vehicleNumber: z.string(),
  plateNumber: z.string(),
  /** Name of the geofence or custom rule, or other text of its own; null where it is worded by `kind`, else by `type`. */
  title: z.string().nullable(),
  type: z.enum(eventTypes),
  category: z.enum(eventCategories),
  severity: z.enum(eventSeverities),
  status: z.enum(eventStatuses),
  source: z.enum(eventSources),
  /** Null where `type` is specific enough. */
  kind: z.enum(eventKinds).nullable(),
  /** Whether it makes its vehicle alarmed or critical while it is active. */
  isAlarm: z.boolean(),
  /** Of the first occurrence, by the device's clock. */
  occurredAt: instant,
  /** Of the latest one. */
  lastOccurredAt: instant,
  /** How often it was found: what comes again while the event is active or acknowledged is no new event. */
  occurrences: z.number().int(),
  /** Where the vehicle was at the latest occurrence that had a fix; without any, where it was last known to be. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Time of the fix the place is from, where the alarm had none of its own; null otherwise. */
  lastKnownAt: instant.nullable(),
  speedKmh: z.number().nullable(),
  heading: z.number().nullable(),
  /** Reported after the vehicle was already known to be elsewhere. */
  isLate: z.boolean(),
  /** Of an engine fault: the trouble code of SAE J2012, `P0301`; while it is open, the vehicle states it. */
  troubleCode: z.string().nullable(),
  /** When the vehicle no longer stated the code; the event was resolved then. */
  clearedAt: instant.nullable(),
  /** Of a conflict: what the driver wanted to do when the server refused it. */
  driverAction: z.enum(driverActionKinds).nullable(),
  /** The service of that action; null where it concerned none, or none that the driver's company has. Of a delay, its service. */
  serviceNumber: z.number().int().nullable(),
  /** Trigger of the geofence, or custom rule, that raised it; of delays and timeouts, the service or shift. */
  ruleId: id.nullable(),
  /** The geofence, and the version of its shape that the vehicle met at the latest occurrence. */
  fenceId: id.nullable(),
  fenceShapeVersion: z.number().int().nullable(),
  /** Figures of the latest occurrence, by name: `limitKmh`, `maxKmh`, `seconds`. Null without any. */
  detail: z.record(z.string(), z.union([z.number(), z.string()])).nullable(),
  /** Of maintenance: the vehicle's next service date, as it was then. */
  dueOn: z.iso.date().nullable(),
  /** The note of the person who handled it last. */
  note: z.string().nullable(),
  /** The user who is to handle it, and their name when it was assigned. */
  assigneeId: id.nullable(),
  assignee: z.string().nullable(),
  acknowledged: handling,
  resolved: handling,
  dismissed: handling,
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type Event = z.infer<typeof event>

const filters = {
  companyId: id.optional(),
  fleetId: id.optional(),
  vehicleId: id.optional(),
}
export const eventSorts = [
  'occurredAt',
  'lastOccurredAt',
  'severity',
  'status',
  'type',
  'vehicleNumber',
] as const
export const listEvents = endpoint({
  name: 'events.list',
  method: 'GET',
  path: '/events',
  summary: 'Alarms and events within the caller’s scopes',
  access: 'events.read',
  feature: { name: 'events', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  /** `search` looks for number, plate, make and model of the vehicle, and in title and note. */
  query: listQuery(eventSorts, {
    ...filters,
    type: anyOf(z.enum(eventTypes)),
    category: anyOf(z.enum(eventCategories)),
    severity: anyOf(z.enum(eventSeverities)),
    status: anyOf(z.enum(eventStatuses)),
    /** Only those that make, or made, their vehicle alarmed or critical. */
    isAlarm: z.stringbool().optional(),
    /** Events with an occurrence in this period; `to` is exclusive. */
    from: instant.optional(),
    to: instant.optional(),
    /** Only those that concern the caller in one of these ways. */
    concerns: anyOf(z.enum(eventConcerns)),
  }),
  /** `isTotalBound`: more match than `total` says, see `exactTotalLimit`. */
  output: listOf(event).extend({ isTotalBound: z.boolean().optional() }),
})
export const readEvent = endpoint({
  name: 'events.read',
  method: 'GET',
  path: '/events/:id',
  summary: 'One event',
  access: 'events.read',
  feature: { name: 'events', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  output: event,
  problems: ['event_not_found'],
})

const countsBySeverity = z.object({
  info: z.number().int(),
  warning: z.number().int(),
  critical: z.number().int(),
})
export const countEvents = endpoint({
  name: 'events.counts',
  method: 'GET',
  path: '/events/counts',
  summary: 'How many events of vehicles in use are open, by severity',
  access: 'events.read',
  feature: { name: 'events', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject(filters),
  output: z.object({ active: countsBySeverity, acknowledged: countsBySeverity }),
})

const note = optionalNote(1000)
const handle = (action: EventAction, summary: string) =>
  endpoint({
    name: `events.${action}`,
    method: 'POST',
    path: `/events/:id/${action}`,
    summary,
    access: 'events.handle',
    feature: { name: 'events', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
    params: idParams,
    body: z.strictObject({ note }),
    output: event,
    /** `event_wrong_state` carries the present event in `current` and who changed it in `changedBy`. */
    problems: ['event_not_found', 'event_wrong_state'],
  })
export const acknowledgeEvent = handle(
  'acknowledge',
  'Say that somebody is at it: its vehicle is alarmed no more',
)
export const resolveEvent = handle('resolve', 'Close an event that was dealt with')
export const dismissEvent = handle('dismiss', 'Close an event that was nothing')

/** Events of one bulk call. */
export const eventBulkLimit = 200
export const handleEvents = endpoint({
  name: 'events.bulk',
  method: 'POST',
  path: '/events/bulk',
  summary: 'Do the same with many events, each by itself',
  access: 'events.handle',
  feature: { name: 'events', of: 'record' },
  body: z.strictObject({
    ids: z.array(id).min(1).max(eventBulkLimit),
    action: z.enum(eventActions),
    note,
  }),
  /** In the order of the ids, each once. `problem` is null where it was done; `event` is how it now is, where visible. */
  output: z.object({
    items: z.array(
      z.object({
        id,
        problem: z
          .enum(['event_not_found', 'event_wrong_state', 'forbidden', 'feature_off', 'feature_locked'])
          .nullable(),
        event: event.nullable(),
      }),
    ),
  }),
})
