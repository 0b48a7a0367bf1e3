import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import type { Crossing } from '@rumbo/geo/fences/crossing-state'
import { cardStateOf, cardText } from '../cards/telemetry.cards.rules.ts'
import { conditionsOf, conditionsText } from '../conditions/telemetry.conditions.ts'
import { fencesOf } from '../fences/telemetry.fences.repository.ts'
import type { FenceState } from '../fences/telemetry.fences.ts'
import { degreesToStored, storedToDegrees } from '../telemetry.rules.ts'
import type { FormerOwner, VehicleState } from './telemetry.state.ts'

export type Cell = number | bigint | boolean | string | null

interface Column {
  /** Of `telemetry.vehicle_state`. */
  name: string
  type: 'int2' | 'int4' | 'int8' | 'float4' | 'float8' | 'bool' | 'text' | 'date' | 'time'
  read(state: VehicleState): Cell
}

const stored = (degrees: number | null) => (degrees === null ? null : degreesToStored(degrees))

/** What every batch writes of a state; `time` is epoch ms in memory, timestamptz in the table. */
export const stateColumns: readonly Column[] = [
  { name: 'as_of', type: 'time', read: (s) => s.asOf },
  { name: 'last_report_at', type: 'time', read: (s) => s.lastReportAt },
  { name: 'last_report_hash', type: 'int8', read: (s) => s.lastReportHash },
  { name: 'latitude', type: 'int4', read: (s) => stored(s.latitude) },
  { name: 'longitude', type: 'int4', read: (s) => stored(s.longitude) },
  {
    name: 'speed_tenths',
    type: 'int2',
    read: (s) => (s.speedKmh === null ? null : Math.min(32_767, Math.round(s.speedKmh * 10))),
  },
  { name: 'heading', type: 'int2', read: (s) => s.heading },
  { name: 'altitude', type: 'int2', read: (s) => s.altitude },
  { name: 'satellites', type: 'int2', read: (s) => s.satellites },
  { name: 'ignition', type: 'bool', read: (s) => s.ignition },
  { name: 'is_charging', type: 'bool', read: (s) => s.isCharging },
  { name: 'is_engine_blocked', type: 'bool', read: (s) => s.isEngineBlocked },
  { name: 'battery_percent', type: 'int2', read: (s) => s.batteryPercent },
  { name: 'fuel_percent', type: 'int2', read: (s) => s.fuelPercent },
  { name: 'signal_percent', type: 'int2', read: (s) => s.signalPercent },
  { name: 'power_volts', type: 'float4', read: (s) => s.powerVolts },
  { name: 'odometer_metres', type: 'float8', read: (s) => s.odometerMetres },
  { name: 'protocol', type: 'text', read: (s) => s.protocol },
  { name: 'driver_card', type: 'text', read: (s) => cardText(s.driverCard) },
  { name: 'trouble_codes', type: 'text', read: (s) => s.troubleCodes },
  { name: 'last_fix_ignition', type: 'bool', read: (s) => s.movement.ignition },
  { name: 'stand_since', type: 'time', read: (s) => s.movement.standSince },
  { name: 'stand_latitude', type: 'int4', read: (s) => s.movement.standLatitude },
  { name: 'stand_longitude', type: 'int4', read: (s) => s.movement.standLongitude },
  { name: 'stand_idle_seconds', type: 'int4', read: (s) => s.movement.standIdleSeconds },
  { name: 'trip_started_at', type: 'time', read: (s) => s.movement.tripStartedAt },
  { name: 'trip_distance_metres', type: 'float8', read: (s) => s.movement.tripDistanceMetres },
  { name: 'trip_stand_metres', type: 'float8', read: (s) => s.movement.tripStandMetres },
  { name: 'trip_max_speed_tenths', type: 'int2', read: (s) => s.movement.tripMaxSpeedTenths },
  { name: 'trip_moving_seconds', type: 'int4', read: (s) => s.movement.tripMovingSeconds },
  { name: 'engine_seconds', type: 'float8', read: (s) => s.movement.engineSeconds },
  { name: 'day', type: 'date', read: (s) => s.movement.day },
  { name: 'day_records', type: 'int4', read: (s) => s.movement.sums.records },
  { name: 'day_distance_metres', type: 'float8', read: (s) => s.movement.sums.distanceMetres },
  { name: 'day_moving_seconds', type: 'int4', read: (s) => s.movement.sums.movingSeconds },
  { name: 'day_idle_seconds', type: 'int4', read: (s) => s.movement.sums.idleSeconds },
  { name: 'day_engine_seconds', type: 'int4', read: (s) => s.movement.sums.engineSeconds },
  { name: 'day_max_speed_tenths', type: 'int2', read: (s) => s.movement.sums.maxSpeedTenths },
  { name: 'day_first_at', type: 'time', read: (s) => s.movement.sums.firstAt },
  { name: 'suspect_fixes', type: 'int2', read: (s) => s.movement.suspectFixes },
  { name: 'suspect_at', type: 'time', read: (s) => s.movement.suspectAt },
  { name: 'suspect_latitude', type: 'int4', read: (s) => s.movement.suspectLatitude },
  { name: 'suspect_longitude', type: 'int4', read: (s) => s.movement.suspectLongitude },
  { name: 'conditions', type: 'text', read: (s) => conditionsText(s.conditions) },
]

const selected = ({ name, type }: Column) => {
  if (type === 'time')
    return `case when isfinite(s.${name}) then extract(epoch from s.${name}) * 1000 end::float8 as ${name}`
  return type === 'date' || type === 'int8' ? `s.${name}::text` : `s.${name}`
}
/** Of `telemetry.vehicle_state s`, with times as epoch ms. */
export const stateSelection = [...stateColumns.map(selected), 's.state_version'].join(', ')

export interface StateRow {
  vehicle_no: number
  vehicle_id: string
  company_id: string
  fleet_id: string
  is_silent: boolean
  /** Epoch ms; null for the first vehicle of the device. */
  held_from: number | null
  former: readonly FormerOwner[] | null
  as_of: number | null
  last_report_at: number | null
  last_report_hash: string | null
  latitude: number | null
  longitude: number | null
  speed_tenths: number | null
  heading: number | null
  altitude: number | null
  satellites: number | null
  ignition: boolean | null
  is_charging: boolean | null
  is_engine_blocked: boolean | null
  battery_percent: number | null
  fuel_percent: number | null
  signal_percent: number | null
  power_volts: number | null
  odometer_metres: number | null
  protocol: VehicleState['protocol']
  driver_card: string | null
  trouble_codes: string | null
  last_fix_ignition: boolean | null
  stand_since: number | null
  stand_latitude: number | null
  stand_longitude: number | null
  stand_idle_seconds: number | null
  trip_started_at: number | null
  trip_distance_metres: number | null
  trip_stand_metres: number | null
  trip_max_speed_tenths: number | null
  trip_moving_seconds: number | null
  engine_seconds: number | null
  day: string | null
  day_records: number | null
  day_distance_metres: number | null
  day_moving_seconds: number | null
  day_idle_seconds: number | null
  day_engine_seconds: number | null
  day_max_speed_tenths: number | null
  day_first_at: number | null
  suspect_fixes: number | null
  suspect_at: number | null
  suspect_latitude: number | null
  suspect_longitude: number | null
  conditions: string | null
  state_version: number | null
  has_secret: boolean
  device_model: string | null
  speed_limit_kmh: number | null
  allowed_hours: readonly HoursWindow[] | null
  fence_states: FenceState[] | null
  fence_fix: Crossing | null
  /** The latest, packed. */
  readings: Buffer | null
  /** Epoch ms. */
  readings_as_of: number | null
}

const never = Number.NEGATIVE_INFINITY

const movementOf = (row: StateRow): VehicleState['movement'] => ({
  at: row.as_of ?? never,
  latitude: row.latitude ?? 0,
  longitude: row.longitude ?? 0,
  ignition: row.last_fix_ignition,
  // A state stored before trips existed: the vehicle stands at its last place.
  standSince: row.stand_since ?? (row.trip_started_at === null ? row.as_of : null),
  standLatitude: row.stand_latitude ?? row.latitude ?? 0,
  standLongitude: row.stand_longitude ?? row.longitude ?? 0,
  standIdleSeconds: row.stand_idle_seconds ?? 0,
  tripStartedAt: row.trip_started_at,
  tripDistanceMetres: row.trip_distance_metres ?? 0,
  tripStandMetres: row.trip_stand_metres ?? 0,
  tripMaxSpeedTenths: row.trip_max_speed_tenths ?? 0,
  tripMovingSeconds: row.trip_moving_seconds ?? 0,
  engineSeconds: row.engine_seconds ?? 0,
  day: row.day,
  sums: {
    records: row.day_records ?? 0,
    distanceMetres: row.day_distance_metres ?? 0,
    movingSeconds: row.day_moving_seconds ?? 0,
    idleSeconds: row.day_idle_seconds ?? 0,
    engineSeconds: row.day_engine_seconds ?? 0,
    maxSpeedTenths: row.day_max_speed_tenths ?? 0,
    firstAt: row.day_first_at,
  },
  suspectFixes: row.suspect_fixes ?? 0,
  suspectAt: row.suspect_at,
  suspectLatitude: row.suspect_latitude ?? 0,
  suspectLongitude: row.suspect_longitude ?? 0,
})

export const stateOf = (row: StateRow): VehicleState => ({
  vehicleNo: row.vehicle_no,
  vehicleId: row.vehicle_id,
  companyId: row.company_id,
  fleetId: row.fleet_id,
  stateVersion: row.state_version ?? 0,
  asOf: row.as_of ?? never,
  lastReportAt: row.last_report_at ?? never,
  lastReportHash: BigInt(row.last_report_hash ?? 0),
  latitude: row.latitude === null ? null : storedToDegrees(row.latitude),
  longitude: row.longitude === null ? null : storedToDegrees(row.longitude),
  speedKmh: row.speed_tenths === null ? null : row.speed_tenths / 10,
  heading: row.heading,
  altitude: row.altitude,
  satellites: row.satellites,
  ignition: row.ignition,
  isCharging: row.is_charging,
  isEngineBlocked: row.is_engine_blocked,
  batteryPercent: row.battery_percent,
  fuelPercent: row.fuel_percent,
  signalPercent: row.signal_percent,
  powerVolts: row.power_volts,
  odometerMetres: row.odometer_metres ?? 0,
  isSilent: row.is_silent,
  protocol: row.protocol,
  driverCard: cardStateOf(row.driver_card),
  troubleCodes: row.trouble_codes,
  conditions: conditionsOf(row.conditions),
  ...fencesOf(row),
  hasSecret: row.has_secret,
  deviceModel: row.device_model,
  speedLimitKmh: row.speed_limit_kmh,
  allowedHours: row.allowed_hours ?? [],
  ownedFromMs: row.held_from ?? never,
  former: row.former ?? [],
  movement: movementOf(row),
  readings: row.readings === null ? null : { packed: row.readings, asOf: row.readings_as_of ?? 0 },
  ownsReadings: false,
})
