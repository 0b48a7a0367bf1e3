import { dayMs, hourMs } from '@rumbo/contract/time-units'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { insertShifts } from '@rumbo/server/shifts/shifts.repository'
import { offeringFleet } from './driver-activity.ts'
import { endOfDuty, midnightBefore, shiftHours, startHour } from './planning-times.ts'

const days = 3
const names = [
  ['Rosalba', 'Quintero'],
  ['Efraín', 'Zavala'],
  ['Nayeli', 'Ponce'],
  ['Bernardo', 'Luna'],
  ['Citlali', 'Robles'],
  ['Ulises', 'Carmona'],
  ['Graciela', 'Nava'],
  ['Damián', 'Ortega'],
] as const

/** Vehicles that are on duty while the demo starts, so that today has a plan too. */
const onDutyNow = 5

/**
 * Day shifts of the next days for the vehicles of the delivery fleet that have none, by drivers without an account, so that
 * a day of deliveries can be planned.
 */
export async function fillPlanningShifts(tx: Transaction, companyId: string): Promise<void> {
  const vehicles = await tx.sql<{ id: string; vehicleNumber: string; fleetId: string }>(
    `select v.id, v.vehicle_number as "vehicleNumber", v.fleet_id as "fleetId"
     from vehicles.vehicles v join organisation.fleets f on f.id = v.fleet_id
     where f.company_id = $1 and f.name = $2 and v.status <> 'out_of_service'
       and not exists (select from shifts.shifts s where s.vehicle_id = v.id and s.starts_at > $3)
     order by v.vehicle_no limit $4`,
    [companyId, offeringFleet, tx.now, names.length],
  )
  const now = tx.now.getTime()
  for (const [index, { id, vehicleNumber, fleetId }] of vehicles.entries()) {
    const [firstName, lastName] = names[index] ?? names[0]
    const driver = await buildDriver(tx, { companyId, firstName, lastName })
    const spans = Array.from({ length: days }, (_, day) => {
      const startsAt = new Date(midnightBefore(now) + (day + 1) * dayMs + startHour * hourMs)
      return { startsAt, endsAt: new Date(startsAt.getTime() + shiftHours * hourMs) }
    })
    const shift = { driver, vehicle: { id, vehicleNumber }, note: null }
    await insertShifts(
      tx,
      { companyId, fleetId, seriesId: null },
      { ...shift, breaks: [{ afterMinutes: 270, minutes: 30 }] },
      spans,
    )
    if (index >= onDutyNow) continue
    await buildShift(tx, {
      companyId,
      fleetId,
      ...shift,
      isRunning: true,
      hours: (endOfDuty(now) - now) / hourMs,
    })
  }
}
