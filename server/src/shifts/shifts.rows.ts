import type { Shift, ShiftBreak } from '@rumbo/contract/shifts.contract'

export interface ShiftRow {
  id: string
  company_id: string
  fleet_id: string
  series_id: string | null
  driver_id: string
  driver_name: string
  vehicle_id: string
  vehicle_number: string
  starts_at: Date
  ends_at: Date
  breaks: ShiftBreak[]
  status: string
  started_at: Date | null
  ended_at: Date | null
  note: string | null
  updated_at: Date
  version: number
}

export const shiftOf = (row: ShiftRow): Shift => ({
  id: row.id,
  companyId: row.company_id,
  fleetId: row.fleet_id,
  seriesId: row.series_id,
  driverId: row.driver_id,
  driverName: row.driver_name,
  vehicleId: row.vehicle_id,
  vehicleNumber: row.vehicle_number,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  breaks: row.breaks.map(({ afterMinutes, minutes }) => ({ afterMinutes, minutes })),
  status: row.status as Shift['status'],
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  note: row.note,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})
