import { can } from '@rumbo/contract/access'
import type { Contact } from '@rumbo/contract/directory.contract'
import type { VehicleContact, VehicleContactRole } from '@rumbo/contract/vehicles.contacts.contract'
import { contactsOf, findContact, releaseUser } from '../../directory/index.ts'
import { assignGuestVehicle, type PeopleLinks, unassignGuestVehicle } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import { requireCallFeature } from '../../platform/access/features.ts'
import type { Changes } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, Problem, problem } from '../../platform/problem.ts'
import { readVehicleOf } from '../vehicles.actions.ts'
import { findVehicleLinks } from '../vehicles.links.repository.ts'
import { type LockedVehicle, lockVehicle } from '../vehicles.repository.ts'
import {
  deleteVehicleContact,
  findVehicleContacts,
  saveVehicleContact,
} from './vehicles.contacts.repository.ts'

interface Given {
  contactId: string
  role: VehicleContactRole
  isPrimary: boolean
}
interface List {
  items: VehicleContact[]
}

const readsDirectory = (actor: Actor, companyId: string) =>
  actor.level === 'super_admin' || actor.directories.includes(companyId)

/**
 * Drivers and guests may not read contacts.
 * @throws Problem `vehicle_not_found`, `forbidden`, `feature_locked`, `feature_off`
 */
export async function listContactsOf(tx: Transaction, actor: Actor, vehicleId: string): Promise<List> {
  const { companyId, fleetId } = await readVehicleOf(tx, vehicleId)
  if (!readsDirectory(actor, companyId)) throw problem('forbidden')
  requireCallFeature(actor, { companyId, fleetId })
  return { items: await findVehicleContacts(tx, vehicleId) }
}

/** Locks a vehicle the actor may edit. Under the system role, which sees all vehicles. */
async function lockVehicleForContacts(tx: Transaction, actor: Actor, id: string): Promise<LockedVehicle> {
  const vehicle = await lockVehicle(tx, id)
  if (!vehicle || !can(actor, 'vehicles.read', { ...vehicle, vehicleId: id }))
    throw problem('vehicle_not_found')
  requireCan(actor, 'vehicles.edit', vehicle)
  return vehicle
}

/** A live contact of the vehicle's company that the actor may read. @throws Problem `contact_not_found` */
async function contactFor(
  tx: Transaction,
  actor: Actor,
  vehicle: LockedVehicle,
  id: string,
): Promise<Contact> {
  const contact = await findContact(tx, id)
  if (contact?.companyId !== vehicle.companyId || !readsDirectory(actor, vehicle.companyId))
    throw problem('contact_not_found')
  return contact
}

const links: PeopleLinks = { contactsOf, unlinkContactOf: releaseUser, vehiclesOf: findVehicleLinks }

/** The contact reveals that the user exists, so a user the actor cannot see is reported as `forbidden`, not as unknown. */
async function asRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Problem && error.code === 'user_not_found' ? problem('forbidden') : error
  }
}

const isOf = (given: { contactId: string; role: string }) => (one: VehicleContact) =>
  one.contactId === given.contactId && one.role === given.role

async function give(tx: Transaction, actor: Actor, vehicle: LockedVehicle, given: Given): Promise<Contact> {
  const contact = await contactFor(tx, actor, vehicle, given.contactId)
  if ((await findVehicleContacts(tx, vehicle.id)).some(isOf(given))) throw problem('contact_role_exists')
  if (given.role !== 'guest_viewer') {
    await saveVehicleContact(tx, vehicle, given)
    return contact
  }
  if (given.isPrimary) throw fieldProblem({ path: 'body.isPrimary', code: 'not_allowed' })
  if (!contact.user) throw problem('user_not_linked')
  await asRefusal(assignGuestVehicle(tx, links, actor, contact.user.id, vehicle.id))
  return contact
}

async function take(
  tx: Transaction,
  actor: Actor,
  vehicle: LockedVehicle,
  given: { contactId: string; role: VehicleContactRole },
): Promise<{ contact: Contact; before: VehicleContact }> {
  const contact = await contactFor(tx, actor, vehicle, given.contactId)
  const before = (await findVehicleContacts(tx, vehicle.id)).find(isOf(given))
  if (!before) throw problem('contact_not_found')
  if (given.role !== 'guest_viewer') await deleteVehicleContact(tx, vehicle.id, given.contactId, given.role)
  else if (contact.user) await asRefusal(unassignGuestVehicle(tx, actor, contact.user.id))
  return { contact, before }
}

function recordContactChange(
  tx: Transaction,
  vehicle: LockedVehicle,
  action: string,
  contact: Contact,
  changes: Changes,
): void {
  const { id, companyId, fleetId, vehicleNumber } = vehicle
  tx.audit({
    action,
    entity: 'vehicle',
    entityId: id,
    entityName: vehicleNumber,
    companyId,
    fleetId,
    changes: { contact: [null, `${contact.firstName} ${contact.lastName}`], ...changes },
  })
  tx.stale({ domain: 'vehicles', id, fleetId, companyId })
  if (contact.user) tx.forgetUsers([contact.user.id])
}

/**
 * Assigns a role for the vehicle to a contact of its company. Under the system role. A guest viewer watches this vehicle
 * instead of the former one.
 * @throws Problem `vehicle_not_found`, `forbidden`, `contact_not_found`, `contact_role_exists`, `user_not_linked`, `user_not_guest`
 */
export async function addContactTo(
  tx: Transaction,
  actor: Actor,
  vehicleId: string,
  given: Given,
): Promise<List> {
  const vehicle = await lockVehicleForContacts(tx, actor, vehicleId)
  const contact = await give(tx, actor, vehicle, given)
  recordContactChange(tx, vehicle, 'vehicle.contact_added', contact, {
    role: [null, given.role],
    isPrimary: [null, given.isPrimary],
  })
  return { items: await findVehicleContacts(tx, vehicleId) }
}

/** Replaces one of a contact's roles, or changes whether it is the primary contact. */
export async function changeContactOf(
  tx: Transaction,
  actor: Actor,
  { id, ...from }: { id: string; contactId: string; role: VehicleContactRole },
  to: { role: VehicleContactRole; isPrimary: boolean },
): Promise<List> {
  const vehicle = await lockVehicleForContacts(tx, actor, id)
  if (from.role === 'guest_viewer' && to.role === from.role && !to.isPrimary)
    return { items: await findVehicleContacts(tx, id) }
  const { contact, before } = await take(tx, actor, vehicle, from)
  await give(tx, actor, vehicle, { contactId: from.contactId, ...to })
  const changes: Changes = {}
  if (from.role !== to.role) changes.role = [from.role, to.role]
  if (before.isPrimary !== to.isPrimary) changes.isPrimary = [before.isPrimary, to.isPrimary]
  recordContactChange(tx, vehicle, 'vehicle.contact_changed', contact, changes)
  return { items: await findVehicleContacts(tx, id) }
}

/** Removes a role from a contact; a guest viewer no longer sees the vehicle. */
export async function removeContactFrom(
  tx: Transaction,
  actor: Actor,
  { id, ...given }: { id: string; contactId: string; role: VehicleContactRole },
): Promise<{ done: true }> {
  const vehicle = await lockVehicleForContacts(tx, actor, id)
  const { contact, before } = await take(tx, actor, vehicle, given)
  recordContactChange(tx, vehicle, 'vehicle.contact_removed', contact, {
    role: [given.role, null],
    isPrimary: [before.isPrimary, null],
  })
  return { done: true }
}
