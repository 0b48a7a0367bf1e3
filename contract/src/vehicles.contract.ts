import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import {
  anyOf,
  calendarDate,
  done,
  id,
  idParams,
  instant,
  listOf,
  listQuery,
  manyOf,
  version,
} from './lists.ts'
import { nameText, optionalName, optionalNote } from './text.ts'

/** Most severe first: the first one that has a cause is displayed. */
export const vehicleStatuses = [
  'critical',
  'alarmed',
  'maintenance',
  'out_of_service',
  'occupied',
  'en_route',
  'in_service',
  'inactive',
  'active',
] as const
export type VehicleStatus = (typeof vehicleStatuses)[number]
/** Shown on map and grid regardless of the filter. */
export const autoShownStatuses = ['critical', 'alarmed'] as const satisfies readonly VehicleStatus[]
export const assignableStatuses = ['active', 'inactive'] as const satisfies readonly VehicleStatus[]
/** Of a vehicle with a service under way. */
const busyStatuses: readonly string[] = ['occupied', 'en_route'] satisfies readonly VehicleStatus[]
/** Whether the status, or the cause of one, is that of a vehicle with a service under way. */
export const isBusyStatus = (status: string): boolean => busyStatuses.includes(status)
/** Statuses that a person can set; `active` clears the others. */
export const manualStatuses = [
  'active',
  'inactive',
  'maintenance',
  'out_of_service',
] as const satisfies readonly VehicleStatus[]
export const vehicleTypes = ['sedan', 'suv', 'van', 'truck', 'bus', 'motorcycle', 'pickup', 'other'] as const
export const fuelTypes = ['gasoline', 'diesel', 'electric', 'hybrid', 'cng', 'lpg'] as const
export const vehicleColors = [
  'white',
  'black',
  'silver',
  'gray',
  'red',
  'blue',
  'green',
  'yellow',
  'orange',
  'brown',
  'beige',
  'gold',
  'purple',
  'other',
] as const

/** Degrees, km/h, degrees clockwise from north; `time` is the device's, UTC. */
export const lastLocation = z.object({
  latitude: z.number(),
  longitude: z.number(),
  speed: z.number(),
  heading: z.number().nullable(),
  time: instant,
})

/** Zones that a vehicle may be limited to. */
export const workingZoneLimit = 50
/** Why a vehicle gets no services: its insurance, or its circulation permit (`licenceExpiresOn`), has expired. */
export const expiredDocuments = ['insurance_expired', 'permit_expired'] as const

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/**
 * A weekly window in the company's time zone: the days it begins on, 1 (Monday) to 7, and clock times. A window whose end
 * is not after its start ends on the next day: 22:00 to 06:00, or 00:00 to 00:00 for a whole day.
 */
export const hoursWindow = z.strictObject({
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: hour,
  to: hour,
})
export type HoursWindow = z.infer<typeof hoursWindow>
/** Allows three windows on each day of the week. */
export const hoursWindowLimit = 21
export const skillLimit = 20
/** The largest loads. */
export const loadLimits = { kg: 100_000, m3: 1_000 } as const

/** Of a device as it sends it: an IMEI, or what its maker or its app calls it. Compared exactly, letter case included. */
export const identifierPattern = /^[A-Za-z0-9_-]{3,40}$/
export const deviceIdentifier = z.string().trim().regex(identifierPattern)

export const vehicleFields = {
  fleetId: id,
  vehicleNumber: nameText(20),
  plateNumber: nameText(20),
  /** Unique among the company's vehicles that are not archived. */
  vin: z.string().trim().toUpperCase().length(17, { error: 'vin_length' }).nullable().default(null),
  make: nameText(60),
  model: nameText(60),
  year: z.number().int().min(1900),
  type: z.enum(vehicleTypes),
  status: z.enum(manualStatuses).default('active'),
  color: z.enum(vehicleColors),
  fuelType: z.enum(fuelTypes),
  mileage: z.number().nonnegative().max(9_999_999).default(0),
  imei: deviceIdentifier.nullable().default(null),
  /** Of the tracker's SIM card, for its configuration by SMS. */
  simNumber: z
    .string()
    .trim()
    .regex(/^\+?[0-9 ()-]{5,25}$/)
    .nullable()
    .default(null),
  gpsModel: optionalName(60),
  gpsSerialNumber: optionalName(60),
  gpsFirmwareVersion: optionalName(60),
  gpsHardwareVersion: optionalName(60),
  lastServiceDate: calendarDate.nullable().default(null),
  nextServiceDate: calendarDate.nullable().default(null),
  installationDate: calendarDate,
  installationResponsible: optionalName(120),
  notesOwner: optionalNote(4000),
  notesMechanic: optionalNote(4000),
  notesGeneral: optionalNote(4000),
  /** Passengers, without the driver. */
  seats: z.number().int().min(0).max(300).nullable().default(null),
  loadKg: z.number().nonnegative().max(loadLimits.kg).nullable().default(null),
  loadM3: z.number().nonnegative().max(loadLimits.m3).nullable().default(null),
  /** Free words, compared without case and accents. */
  skills: z.array(nameText(40)).max(skillLimit).default([]),
  speedLimitKmh: z.number().int().min(10).max(200).nullable().default(null),
  /** When the vehicle may be on the road; empty: always. */
  allowedHours: z.array(hoursWindow).max(hoursWindowLimit).default([]),
  insurer: optionalName(120),
  insurancePolicy: optionalName(60),
  insuranceExpiresOn: calendarDate.nullable().default(null),
  /** Expiry of the circulation permit. */
  licenceExpiresOn: calendarDate.nullable().default(null),
  /** Zones of its fleet: it gets services whose pickup lies in one of them. Empty: everywhere. */
  workingZoneIds: z.array(id).max(workingZoneLimit).default([]),
}

/**
 * Fields that would let someone impersonate the tracker or misuse the vehicle's papers. They are null, and not searchable,
 * for anyone who may not edit the vehicle (`vehicles.edit`): in lists, records, files and conflicts.
 */
export const identifierFields = ['vin', 'imei', 'simNumber', 'gpsSerialNumber', 'insurancePolicy'] as const

/** `identifierFields` are null for those who may not edit it. */
export const vehicle = z.object({
  id,
  companyId: id,
  fleetId: id,
  vehicleNumber: z.string(),
  plateNumber: z.string(),
  vin: z.string().nullable(),
  make: z.string(),
  model: z.string(),
  year: z.number().int(),
  type: z.enum(vehicleTypes),
  status: z.enum(vehicleStatuses),
  /** The status a person set, even if `status` shows a more severe one. */
  manualStatus: z.enum(manualStatuses),
  color: z.enum(vehicleColors),
  fuelType: z.enum(fuelTypes),
  mileage: z.number(),
  imei: z.string().nullable(),
  simNumber: z.string().nullable(),
  gpsModel: z.string().nullable(),
  gpsSerialNumber: z.string().nullable(),
  gpsFirmwareVersion: z.string().nullable(),
  gpsHardwareVersion: z.string().nullable(),
  ignition: z.boolean().nullable(),
  fuelLevel: z.number().nullable(),
  batteryLevel: z.number().nullable(),
  gpsSignal: z.number().nullable(),
  satellites: z.number().int().nullable(),
  /** Since when the stop lasts; null on a trip, and while that is unknown. */
  standSince: instant.nullable(),
  lastLocation: lastLocation.nullable(),
  lastUpdate: instant.nullable(),
  lastServiceDate: calendarDate.nullable(),
  nextServiceDate: calendarDate.nullable(),
  installationDate: calendarDate,
  installationResponsible: z.string().nullable(),
  notesOwner: z.string().nullable(),
  notesMechanic: z.string().nullable(),
  notesGeneral: z.string().nullable(),
  seats: z.number().int().nullable(),
  loadKg: z.number().nullable(),
  loadM3: z.number().nullable(),
  skills: z.array(z.string()),
  speedLimitKmh: z.number().int().nullable(),
  allowedHours: z.array(hoursWindow),
  insurer: z.string().nullable(),
  insurancePolicy: z.string().nullable(),
  insuranceExpiresOn: calendarDate.nullable(),
  licenceExpiresOn: calendarDate.nullable(),
  workingZoneIds: z.array(id),
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type Vehicle = z.infer<typeof vehicle>

const seatCount = z.number().int().min(1).max(300)
const daysAhead = z.number().int().min(0).max(3_650)
export const vehicleFilters = {
  companyId: id.optional(),
  fleetId: id.optional(),
  status: anyOf(z.enum(vehicleStatuses)),
  type: anyOf(z.enum(vehicleTypes)),
  /** Vehicles that have all of these skills, compared without case and accents. */
  skill: anyOf(nameText(40)),
  /** Minimum number of seats. */
  seats: z.coerce.number().pipe(seatCount).optional(),
  /** Vehicles whose insurance or permit has expired or expires within this many days; 0 is today. */
  expiresWithinDays: z.coerce.number().pipe(daysAhead).optional(),
}
/** The same filters in a JSON body, whose values need no conversion from text. */
export const vehicleFiltersOfBody = {
  ...vehicleFilters,
  status: manyOf(z.enum(vehicleStatuses)),
  type: manyOf(z.enum(vehicleTypes)),
  skill: manyOf(nameText(40)),
  seats: seatCount.optional(),
  expiresWithinDays: daysAhead.optional(),
}
/** `expiry` is the earlier expiry day of insurance and permit; vehicles without it come last. */
export const vehicleSorts = [
  'vehicleNumber',
  'plateNumber',
  'status',
  'type',
  'lastUpdate',
  'expiry',
  'nextServiceDate',
] as const
export const listVehicles = endpoint({
  name: 'vehicles.list',
  method: 'GET',
  path: '/vehicles',
  summary: 'Vehicles within the caller’s scopes',
  access: 'vehicles.read',
  query: listQuery(vehicleSorts, vehicleFilters),
  output: listOf(vehicle),
})
export const readVehicle = endpoint({
  name: 'vehicles.read',
  method: 'GET',
  path: '/vehicles/:id',
  summary: 'One vehicle',
  access: 'vehicles.read',
  params: idParams,
  output: vehicle,
  problems: ['vehicle_not_found'],
})
export const createVehicle = endpoint({
  name: 'vehicles.create',
  method: 'POST',
  path: '/vehicles',
  summary: 'Add a vehicle',
  access: 'vehicles.edit',
  status: 201,
  body: z.strictObject(vehicleFields),
  output: vehicle,
  problems: [
    'fleet_denied',
    'vehicle_number_taken',
    'plate_taken',
    'vin_taken',
    'device_taken',
    'zone_unknown',
  ],
})
export const updateVehicle = endpoint({
  name: 'vehicles.update',
  method: 'PUT',
  path: '/vehicles/:id',
  summary: 'Change a vehicle',
  access: 'vehicles.edit',
  params: idParams,
  body: z.strictObject({ ...vehicleFields, version }),
  output: vehicle,
  problems: [
    'vehicle_not_found',
    'fleet_denied',
    'stale_version',
    'vehicle_at_work',
    'vehicle_number_taken',
    'plate_taken',
    'vin_taken',
    'device_taken',
    'zone_unknown',
  ],
})
export const deleteVehicle = endpoint({
  name: 'vehicles.delete',
  method: 'DELETE',
  path: '/vehicles/:id',
  summary: 'Archive a vehicle',
  access: 'vehicles.edit',
  params: idParams,
  output: done,
  problems: ['vehicle_not_found', 'vehicle_at_work'],
})
export const dismissAlarm = endpoint({
  name: 'vehicles.dismissAlarm',
  method: 'POST',
  path: '/vehicles/:id/dismiss-alarm',
  summary: 'Close all open alarms of a vehicle: their events are dismissed',
  access: 'vehicles.note',
  params: idParams,
  body: z.strictObject({}),
  output: vehicle,
  problems: ['vehicle_not_found', 'no_open_alarm'],
})
