import { type VehicleContact, vehicleContactRoles } from '@rumbo/contract/vehicles.contacts.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

interface ContactRow extends Omit<VehicleContact, 'since'> {
  since: Date | null
}

/** The listed columns of a contact `c`. */
const contactColumns = `c.id as "contactId", c.first_name as "firstName", c.last_name as "lastName",
  c.primary_phone as "primaryPhone", c.secondary_phone as "secondaryPhone", c.email, c.company_name as "companyName",
  c.role as "directoryRole", c.status`

/**
 * Live contacts of a vehicle, including those of guests who watch it, as far as the actor may read them. Ordered by role,
 * the primary one first, then by name. Archived contacts are removed from every vehicle.
 */
export async function findVehicleContacts(tx: Transaction, vehicleId: string): Promise<VehicleContact[]> {
  const rows = await tx.sql<ContactRow>(
    `select ${contactColumns}, k.role, k.is_primary as "isPrimary", k.since
       from vehicles.contacts k join directory.contacts c on c.id = k.contact_id and c.archived_at is null
      where k.vehicle_id = $1
     union all
     select ${contactColumns}, 'guest_viewer', false, g.assigned_at
       from vehicles.vehicles v
       join organisation.guest_vehicles g on g.vehicle_id = v.id and g.fleet_id = v.fleet_id
       join directory.contacts c on c.user_id = g.user_id and c.company_id = v.company_id and c.archived_at is null
      where v.id = $1
     order by "isPrimary" desc, "lastName", "firstName", "contactId"`,
    [vehicleId],
  )
  return rows
    .map(({ since, ...row }) => ({ ...row, since: since?.toISOString() ?? null }))
    .sort((a, b) => vehicleContactRoles.indexOf(a.role) - vehicleContactRoles.indexOf(b.role))
}

/** @param given a contact of the vehicle's company; a new primary contact replaces the former */
export async function saveVehicleContact(
  tx: Transaction,
  vehicle: { id: string; companyId: string; fleetId: string },
  given: { contactId: string; role: string; isPrimary: boolean },
): Promise<void> {
  if (given.isPrimary)
    await tx.sql(
      'update vehicles.contacts set is_primary = false where vehicle_id = $1 and role = $2 and is_primary',
      [vehicle.id, given.role],
    )
  await tx.sql(
    `insert into vehicles.contacts (vehicle_id, company_id, fleet_id, contact_id, role, is_primary, since)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (vehicle_id, contact_id, role) do update set is_primary = excluded.is_primary`,
    [vehicle.id, vehicle.companyId, vehicle.fleetId, given.contactId, given.role, given.isPrimary, tx.now],
  )
}

export async function deleteVehicleContact(
  tx: Transaction,
  vehicleId: string,
  contactId: string,
  role: string,
): Promise<void> {
  await tx.sql('delete from vehicles.contacts where vehicle_id = $1 and contact_id = $2 and role = $3', [
    vehicleId,
    contactId,
    role,
  ])
}

/** Removes the contacts of a vehicle that leaves its company. @returns their ids */
export async function forgetContacts(tx: Transaction, vehicleId: string): Promise<string[]> {
  const rows = await tx.sql<{ contact_id: string }>(
    'delete from vehicles.contacts where vehicle_id = $1 returning contact_id',
    [vehicleId],
  )
  return [...new Set(rows.map((row) => row.contact_id))].sort()
}
