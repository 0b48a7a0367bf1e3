import { type CardRefusal, cardRefusals } from '@rumbo/contract/shifts.cards.contract'
import type { Shift } from '@rumbo/contract/shifts.contract'
import { mayStart } from '@rumbo/contract/shifts.rules'
import type { Transaction } from '../platform/database/transaction.ts'
import { Problem } from '../platform/problem.ts'
import { lockVehicle } from '../vehicles/index.ts'
import { beginShift, endShift, type ShiftLinks } from './shifts.actions.ts'
import { findHolder, noteUnknown, writeRefusal } from './shifts.cards.repository.ts'
import { findReasonsOf } from './shifts.eligibility.actions.ts'
import { findLimits } from './shifts.limits.repository.ts'
import { beginUnplanned } from './shifts.own.actions.ts'
import { findShift, findShiftsOfDrivers, lockShift } from './shifts.repository.ts'
import {
  findRunningOfVehicle,
  markByCard,
  openSavepoint,
  undoSavepoint,
} from './shifts.running.repository.ts'

interface Presented {
  vehicleId: string
  /** Normalised; null: removed. */
  card: string | null
  at: Date
  /** Whether nothing else was presented to the reader of the vehicle since. */
  isCurrent: boolean
}
type Vehicle = NonNullable<Awaited<ReturnType<typeof lockVehicle>>>

const startsByCard = async (tx: Transaction, { companyId, fleetId }: Vehicle) =>
  (await findLimits(tx, { companyId, fleetId }))?.startsByCard ?? false

/** Ends a running shift unless it has ended meanwhile. @returns whether it was running */
async function endRunning(tx: Transaction, links: ShiftLinks, id: string): Promise<boolean> {
  const shift = (await lockShift(tx, id))?.shift
  if (shift?.status !== 'running') return false
  await endShift(tx, links, shift)
  return true
}

/** The driver's own planned shift of this moment in the vehicle, else one that nobody planned. */
async function start(
  tx: Transaction,
  links: ShiftLinks,
  vehicle: Vehicle,
  driver: { id: string; name: string },
): Promise<Shift> {
  const own = await findShiftsOfDrivers(tx, [driver.id])
  const planned = own.find((shift) => shift.vehicleId === vehicle.id && mayStart(shift, tx.now.getTime()))
  const locked = planned && (await lockShift(tx, planned.id))?.shift
  return locked ? beginShift(tx, links, locked) : beginUnplanned(tx, links, { driver, vehicle })
}

const refusalOf = (code: string): CardRefusal => cardRefusals.find((one) => one === code) ?? 'other'

/** All or nothing; what is refused leaves no change. @returns why it was refused */
async function attempt(tx: Transaction, work: () => Promise<void>): Promise<CardRefusal | null> {
  await tx.writeEffects()
  await openSavepoint(tx)
  try {
    await work()
    await tx.writeEffects()
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // What was collected belongs to what is undone.
    await tx.writeEffects().catch(() => undefined)
    await undoSavepoint(tx)
    return refusalOf(error.code)
  }
}

async function switchTo(
  tx: Transaction,
  links: ShiftLinks,
  vehicle: Vehicle,
  holder: { driverId: string; name: string; hasUser: boolean },
): Promise<CardRefusal | null> {
  if (!holder.hasUser) return 'driver_without_user'
  const running = await findRunningOfVehicle(tx, vehicle.id)
  if (running?.driverId === holder.driverId) return null
  const [reason] = await findReasonsOf(tx, vehicle, holder.driverId)
  if (reason) return refusalOf(reason)
  return attempt(tx, async () => {
    if (running) await endRunning(tx, links, running.id)
    const shift = await start(tx, links, vehicle, { id: holder.driverId, name: holder.name })
    await markByCard(tx, shift.id)
  })
}

/**
 * Does what a card that was presented to a vehicle's reader does: an unknown one is listed; where the fleet wants it, a
 * known one ends the running shift of another driver and starts its driver's. Removing it ends nothing by itself, since
 * readers against which it is only held state that at once: `findShiftsToEnd` looks at the ignition too. Runs under the
 * system role; done twice it changes nothing more, but counts twice.
 * @returns why the shift was not started; null where it was, or where nothing was to start
 */
export async function followCard(
  tx: Transaction,
  links: ShiftLinks,
  { vehicleId, card, at, isCurrent }: Presented,
): Promise<CardRefusal | null> {
  const vehicle = await lockVehicle(tx, vehicleId)
  if (!vehicle) return null
  const { companyId, fleetId } = vehicle
  // Pages that show the vehicle's card or unknown cards read them again.
  tx.stale({ domain: 'shifts', companyId, fleetId })
  if (card === null) return null
  const holder = await findHolder(tx, companyId, card)
  if (holder === null) {
    await noteUnknown(tx, { companyId, vehicleId, card, at })
    return null
  }
  if (!isCurrent || !(await startsByCard(tx, vehicle))) return null
  const refusal = await switchTo(tx, links, vehicle, holder)
  if (refusal) {
    await writeRefusal(tx, holder.cardId, refusal, vehicle.vehicleNumber)
    tx.stale({ domain: 'shifts', companyId, fleetId })
  }
  return refusal
}

/** Ends a shift that `findShiftsToEnd` found. @returns whether it was running */
export async function endByIgnition(tx: Transaction, links: ShiftLinks, id: string): Promise<boolean> {
  const found = await findShift(tx, id)
  if (found?.status !== 'running') return false
  await lockVehicle(tx, found.vehicleId)
  return endRunning(tx, links, id)
}
