import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readVehicleCard } from '@rumbo/contract/shifts.cards.contract'
import { recordDriverEvent } from '../events/index.ts'
import { asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { endByIgnition, findHolder, followCard, type ShiftLinks } from '../shifts/index.ts'
import { type CardPresented, findCard, isStillPresented } from '../telemetry/index.ts'
import { findVehicle } from '../vehicles/index.ts'
import { findShiftsToEnd } from './drivers.cards.repository.ts'

/** Starts and ends shifts by a card that was presented; a shift that is refused becomes an event of the vehicle. */
export async function followPresentedCard(
  tx: Transaction,
  links: ShiftLinks,
  { vehicleId, card, at }: CardPresented['payload'],
): Promise<void> {
  const presentedAt = new Date(at)
  const isCurrent = isStillPresented(await findCard(tx, vehicleId), card, presentedAt.getTime())
  const refusal = await followCard(tx, links, { vehicleId, card, at: presentedAt, isCurrent })
  if (refusal) await recordDriverEvent(tx, { kind: 'card_refused', vehicleId })
}

/** Ends the shifts of `findShiftsToEnd`, each in a transaction of its own. @returns how many */
export async function endShiftsByIgnition(database: Database, links: ShiftLinks): Promise<number> {
  const actor = asSystem('end shifts without ignition')
  let ended = 0
  for (const id of await database.transaction(actor, findShiftsToEnd))
    if (await database.transaction(actor, (tx) => endByIgnition(tx, links, id))) ended += 1
  return ended
}

/** The card in the reader of a vehicle. @throws Problem `vehicle_not_found` */
export async function readVehicleCardOf(
  tx: Transaction,
  vehicleId: string,
): Promise<OutputOf<typeof readVehicleCard>> {
  const vehicle = await findVehicle(tx, vehicleId)
  if (!vehicle) throw problem('vehicle_not_found')
  const stated = await findCard(tx, vehicleId)
  if (!stated) return { card: null, since: null, driver: null }
  const holder = stated.card === null ? null : await findHolder(tx, vehicle.companyId, stated.card)
  return {
    card: stated.card,
    since: new Date(stated.since).toISOString(),
    driver: holder && { id: holder.driverId, name: holder.name },
  }
}
