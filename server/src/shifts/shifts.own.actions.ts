import type { Shift } from '@rumbo/contract/shifts.contract'
import { hourMs } from '@rumbo/contract/time-units'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { lockVehicle } from '../vehicles/index.ts'
import {
  beginShift,
  publishAll,
  readShiftOf,
  requireFree,
  type ShiftLinks,
  timeZoneOf,
} from './shifts.actions.ts'
import {
  findNextStart,
  findOwnContacts,
  findRunningOf,
  insertShifts,
  writeBreak,
} from './shifts.repository.ts'

/** The planned length of a shift that a driver starts without a plan; it ends earlier where another one begins. */
const unplannedMs = 8 * hourMs

/**
 * Starts a shift that nobody planned, in one of the driver's own vehicles; runs under the system role.
 * @throws Problem `vehicle_not_found`, `forbidden`, `shift_overlap`, `shift_still_running`
 */
export async function startUnplannedOf(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  vehicleId: string,
): Promise<Shift> {
  if (!actor.vehicles.includes(vehicleId)) throw problem('vehicle_not_found')
  const vehicle = await lockVehicle(tx, vehicleId)
  if (!vehicle || !actor.fleets.read.includes(vehicle.fleetId)) throw problem('vehicle_not_found')
  const { companyId, fleetId } = vehicle
  requireCan(actor, 'services.read', { companyId, fleetId })
  const driver = (await findOwnContacts(tx, actor.userId)).find((contact) => contact.companyId === companyId)
  if (!driver) throw problem('vehicle_not_found')
  return beginUnplanned(tx, links, { driver, vehicle })
}

/**
 * Starts a shift that nobody planned, in a locked vehicle.
 * @throws Problem `shift_overlap`, `shift_still_running`
 */
export async function beginUnplanned(
  tx: Transaction,
  links: ShiftLinks,
  {
    driver,
    vehicle,
  }: {
    driver: { id: string; name: string }
    vehicle: { id: string; vehicleNumber: string; companyId: string; fleetId: string }
  },
): Promise<Shift> {
  const { companyId, fleetId } = vehicle
  const values = { driver, vehicle, breaks: [], note: null }
  const next = await findNextStart(tx, { driverId: driver.id, vehicleId: vehicle.id })
  const latest = tx.now.getTime() + unplannedMs
  const span = { startsAt: tx.now, endsAt: new Date(Math.min(latest, next?.getTime() ?? latest)) }
  await requireFree(tx, companyId, await timeZoneOf(tx, companyId), values, [span], [])
  const [id = ''] = await insertShifts(tx, { companyId, fleetId, seriesId: null }, values, [span])
  return beginShift(tx, links, await readShiftOf(tx, id))
}

/**
 * Starts or ends the break of the driver's running shift; nothing changes where it is so already.
 * @throws Problem `driver_off_duty`
 */
export async function setBreakOf(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  isOnBreak: boolean,
): Promise<void> {
  const running = await findRunningOf(tx, actor.contacts)
  if (!running) throw problem('driver_off_duty')
  const { shift } = running
  if (!(await writeBreak(tx, shift.id, isOnBreak ? tx.now : null))) return
  await publishAll(tx, links, isOnBreak ? 'shift.break_started' : 'shift.break_ended', [shift])
}
