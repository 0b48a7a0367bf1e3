import { can } from '@rumbo/contract/access'
import { recordUserChange, requireUserForChange } from '../../identity/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { assignments } from '../organisation.access.ts'
import { findGuestPlace, saveGuestPlace } from './organisation.guests.repository.ts'
import type { PeopleLinks } from './organisation.people.actions.ts'

/**
 * Sets the one vehicle that a guest watches; the guest moves to the vehicle's company.
 * @throws Problem `user_not_guest`, `user_not_linked`, `vehicle_not_found` for invisible and unknown vehicles
 */
export async function assignGuestVehicle(
  tx: Transaction,
  links: PeopleLinks,
  actor: Actor,
  userId: string,
  vehicleId: string,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, userId)
  if (taken.user.level !== 'guest') throw problem('user_not_guest')
  if (!(await links.contactsOf(tx, [userId])).has(userId)) throw problem('user_not_linked')
  const vehicle = (await links.vehiclesOf(tx, [vehicleId])).get(vehicleId)
  if (!vehicle || !can(actor, 'users.edit', { companyId: vehicle.companyId, fleetId: vehicle.fleetId }))
    throw problem('vehicle_not_found')
  const before = await findGuestPlace(tx, userId)
  const { companyId, fleetId } = vehicle
  await saveGuestPlace(tx, { userId, companyId, fleetId, vehicleId, assignedBy: actor.userId })
  tx.forgetUsers([userId])
  const companyIds = [companyId, ...taken.companyIds.filter((id) => id !== companyId)]
  recordUserChange(tx, { ...taken, companyIds }, 'user.vehicle_assigned', {
    vehicleId: [before?.vehicleId ?? null, vehicleId],
  })
}

/** Removes a guest's vehicle; the guest stays in the company. Does nothing if there is none. */
export async function unassignGuestVehicle(tx: Transaction, actor: Actor, userId: string): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, userId)
  if (await removeGuestVehicle(tx, userId)) recordUserChange(tx, taken, 'user.vehicle_unassigned')
}

/** Gives a guest without a company one, without a vehicle. Without a check of the actor. */
export async function placeGuest(tx: Transaction, userId: string, companyId: string): Promise<void> {
  const assignedBy = tx.actor?.userId ?? null
  await saveGuestPlace(tx, { userId, companyId, fleetId: null, vehicleId: null, assignedBy })
  tx.forgetUsers([userId])
}

/** Like `unassignGuestVehicle`, without a check of the actor; used when a contact is unlinked. @returns whether there was one */
export async function removeGuestVehicle(tx: Transaction, userId: string): Promise<boolean> {
  const before = await findGuestPlace(tx, userId)
  if (!before?.vehicleId) return false
  await saveGuestPlace(tx, { ...before, userId, vehicleId: null, assignedBy: tx.actor?.userId ?? null })
  tx.forgetUsers([userId])
  return true
}
