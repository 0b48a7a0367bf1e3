import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { standingSince } from '@rumbo/contract/telemetry.freshness'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { manualStatusOf } from './vehicles.rules.ts'

/** Columns of the vehicle's record, then those of its last state. */
export const vehicleColumns = [
  'v.id',
  'v.company_id',
  'v.fleet_id',
  'v.vehicle_number',
  'v.plate_number',
  'v.vin',
  'v.make',
  'v.model',
  'v.year',
  'v.type',
  'v.status',
  'v.color',
  'v.fuel_type',
  'v.mileage',
  'v.imei',
  'v.sim_number',
  'v.gps_model',
  'v.gps_serial_number',
  'v.gps_firmware_version',
  'v.gps_hardware_version',
  'v.last_service_date',
  'v.next_service_date',
  'v.installation_date',
  'v.installation_responsible',
  'v.notes_owner',
  'v.notes_mechanic',
  'v.notes_general',
  'v.seats',
  'v.load_kg',
  'v.load_m3',
  'v.skills',
  'v.speed_limit_kmh',
  'v.allowed_hours',
  'v.insurer',
  'v.insurance_policy',
  'v.insurance_expires_on',
  'v.licence_expires_on',
  'v.working_zone_ids',
  'v.created_at',
  'v.updated_at',
  'v.version',
] as const
export const stateColumns = [
  'latest.fix_time',
  'latest.last_report_at',
  'latest.latitude',
  'latest.longitude',
  'latest.speed_kmh',
  'latest.heading',
  'latest.ignition',
  'latest.fuel_percent',
  'latest.battery_percent',
  'latest.signal_percent',
  'latest.satellites',
  'latest.stand_since',
] as const
export const liveColumns = [
  'v.id',
  'v.company_id',
  'v.fleet_id',
  'v.vehicle_number',
  'v.plate_number',
  'v.type',
  'v.make',
  'v.model',
  'v.year',
  'v.seats',
  'v.skills',
  'v.speed_limit_kmh',
  'v.status',
  'v.status_since',
  'latest.fix_time',
  'latest.latitude',
  'latest.longitude',
  'latest.speed_kmh',
  'latest.heading',
  'latest.ignition',
  'latest.fuel_percent',
  'latest.battery_percent',
  'latest.signal_percent',
  'latest.satellites',
  'latest.stand_since',
] as const

interface StateRow {
  fix_time: Date | null
  latitude: number | null
  longitude: number | null
  speed_kmh: number | null
  heading: number | null
  ignition: boolean | null
  fuel_percent: number | null
  battery_percent: number | null
  signal_percent: number | null
  satellites: number | null
  stand_since: Date | null
}
interface NamedRow {
  id: string
  company_id: string
  fleet_id: string
  vehicle_number: string
  plate_number: string
  make: string
  model: string
  year: number
  type: string
  status: string
  seats: number | null
  skills: string[]
  speed_limit_kmh: number | null
}
export interface VehicleRow extends StateRow, NamedRow {
  manual_cause: string | null
  vin: string | null
  color: string
  fuel_type: string
  mileage: number
  imei: string | null
  sim_number: string | null
  gps_model: string | null
  gps_serial_number: string | null
  gps_firmware_version: string | null
  gps_hardware_version: string | null
  last_service_date: string | null
  next_service_date: string | null
  installation_date: string
  installation_responsible: string | null
  notes_owner: string | null
  notes_mechanic: string | null
  notes_general: string | null
  load_kg: number | null
  load_m3: number | null
  allowed_hours: unknown
  insurer: string | null
  insurance_policy: string | null
  insurance_expires_on: string | null
  licence_expires_on: string | null
  working_zone_ids: string[]
  created_at: Date
  updated_at: Date
  version: number
  last_report_at: Date | null
}
export interface LiveRow extends StateRow, NamedRow {
  status_since: Date
}

/** Epoch milliseconds. */
const standSinceOf = (row: StateRow): number | null =>
  standingSince(row.stand_since?.getTime() ?? null, row.fix_time?.getTime() ?? null)
const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
const lastLocationOf = (row: StateRow): Vehicle['lastLocation'] =>
  row.fix_time === null || row.latitude === null || row.longitude === null
    ? null
    : {
        latitude: row.latitude,
        longitude: row.longitude,
        speed: row.speed_kmh ?? 0,
        heading: row.heading,
        time: row.fix_time.toISOString(),
      }

export const vehicleOf = (row: VehicleRow): Vehicle => ({
  id: row.id,
  companyId: row.company_id,
  fleetId: row.fleet_id,
  vehicleNumber: row.vehicle_number,
  plateNumber: row.plate_number,
  vin: row.vin,
  make: row.make,
  model: row.model,
  year: row.year,
  type: row.type as Vehicle['type'],
  status: row.status as Vehicle['status'],
  manualStatus: manualStatusOf(row.manual_cause),
  color: row.color as Vehicle['color'],
  fuelType: row.fuel_type as Vehicle['fuelType'],
  mileage: row.mileage,
  imei: row.imei,
  simNumber: row.sim_number,
  gpsModel: row.gps_model,
  gpsSerialNumber: row.gps_serial_number,
  gpsFirmwareVersion: row.gps_firmware_version,
  gpsHardwareVersion: row.gps_hardware_version,
  ignition: row.ignition,
  fuelLevel: row.fuel_percent,
  batteryLevel: row.battery_percent,
  gpsSignal: row.signal_percent,
  satellites: row.satellites,
  standSince: isoOf(standSinceOf(row)),
  lastLocation: lastLocationOf(row),
  lastUpdate: row.last_report_at?.toISOString() ?? null,
  lastServiceDate: row.last_service_date,
  nextServiceDate: row.next_service_date,
  installationDate: row.installation_date,
  installationResponsible: row.installation_responsible,
  notesOwner: row.notes_owner,
  notesMechanic: row.notes_mechanic,
  notesGeneral: row.notes_general,
  seats: row.seats,
  loadKg: row.load_kg,
  loadM3: row.load_m3,
  skills: row.skills,
  speedLimitKmh: row.speed_limit_kmh,
  allowedHours: row.allowed_hours as Vehicle['allowedHours'],
  insurer: row.insurer,
  insurancePolicy: row.insurance_policy,
  insuranceExpiresOn: row.insurance_expires_on,
  licenceExpiresOn: row.licence_expires_on,
  workingZoneIds: row.working_zone_ids,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

export const liveVehicleOf = (row: LiveRow): LiveVehicle => ({
  id: row.id,
  fleetId: row.fleet_id,
  companyId: row.company_id,
  vehicleNumber: row.vehicle_number,
  plateNumber: row.plate_number,
  type: row.type,
  make: row.make,
  model: row.model,
  year: row.year,
  seats: row.seats,
  skills: row.skills,
  speedLimitKmh: row.speed_limit_kmh,
  status: row.status as LiveVehicle['status'],
  statusSince: row.status_since.getTime(),
  at: row.fix_time?.getTime() ?? null,
  latitude: row.latitude,
  longitude: row.longitude,
  speedKmh: row.speed_kmh,
  heading: row.heading,
  ignition: row.ignition,
  fuelLevel: row.fuel_percent,
  batteryLevel: row.battery_percent,
  gpsSignal: row.signal_percent,
  satellites: row.satellites,
  standSince: standSinceOf(row),
})
