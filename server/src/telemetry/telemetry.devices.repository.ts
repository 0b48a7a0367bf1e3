import { asSystem } from '../platform/access.ts'
import type { Database } from '../platform/database/database.ts'
import { storedToDegrees } from './telemetry.rules.ts'
import type { VehicleState } from './telemetry.state.ts'

interface StateRow {
  imei: string
  vehicle_no: number
  vehicle_id: string
  company_id: string
  fleet_id: string
  is_silent: boolean
  as_of_ms: number | null
  last_report_ms: number | null
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
}

const stateOf = (row: StateRow): VehicleState => ({
  vehicleNo: row.vehicle_no,
  vehicleId: row.vehicle_id,
  companyId: row.company_id,
  fleetId: row.fleet_id,
  asOf: row.as_of_ms ?? Number.NEGATIVE_INFINITY,
  lastReportAt: row.last_report_ms ?? Number.NEGATIVE_INFINITY,
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
})

// The row of a vehicle's state is made at the first look-up, so that the hot path only updates.
const lookUpText = `with wanted as (select * from vehicles.listened where imei = any($1::text[])),
  made as (insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id)
    select vehicle_no, id, company_id, fleet_id from wanted on conflict (vehicle_no) do nothing)
  select w.imei, w.vehicle_no, w.id as vehicle_id, w.company_id, w.fleet_id, w.is_silent,
    case when isfinite(s.as_of) then extract(epoch from s.as_of) * 1000 end::float8 as as_of_ms,
    case when isfinite(s.last_report_at) then extract(epoch from s.last_report_at) * 1000 end::float8 as last_report_ms,
    s.last_report_hash::text as last_report_hash, s.latitude, s.longitude, s.speed_tenths, s.heading, s.altitude, s.satellites,
    s.ignition, s.is_charging, s.is_engine_blocked, s.battery_percent, s.fuel_percent, s.signal_percent, s.power_volts,
    s.odometer_metres
  from wanted w left join telemetry.vehicle_state s using (vehicle_no)`

/** Reads which vehicles these devices speak for, with the last state of each. */
export async function lookUpDevices(
  database: Database,
  identifiers: readonly string[],
): Promise<Map<string, VehicleState>> {
  const rows = await database.transaction(asSystem('device look-up'), (tx) =>
    tx.sql<StateRow>(lookUpText, [identifiers]),
  )
  return new Map(rows.map((row) => [row.imei, stateOf(row)]))
}
