import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { saveVehicleContact } from '@rumbo/server/vehicles/contacts/vehicles.contacts.repository'

/** Contact roles of the demo's vehicles, each with the directory roles it is filled from. */
const wanted = [
  { role: 'vehicle_owner', of: ['company_owner', 'company_admin', 'company_manager'] },
  { role: 'primary_driver', of: ['primary_driver'] },
  { role: 'primary_mechanic', of: ['primary_mechanic'] },
  { role: 'insurance_agent', of: ['insurance_agent'] },
  { role: 'emergency_contact', of: ['sos_primary', 'fleet_supervisor'] },
  { role: 'backup_driver', of: ['backup_driver'] },
  { role: 'tire_specialist', of: ['tire_specialist'] },
] as const

/** Gives each vehicle of a company an owner, a driver and a mechanic, and some of them further contacts. */
export async function fillVehicleContacts(tx: Transaction, companyId: string): Promise<void> {
  const contacts = await tx.sql<{ id: string; role: string; drivesIn: string[] }>(
    `select c.id, c.role, array(
       select a.fleet_id from organisation.assignments a
       where a.user_id = c.user_id and a.role in ('primary_driver', 'secondary_driver') and a.archived_at is null
     ) as "drivesIn"
     from directory.contacts c where c.company_id = $1 and c.archived_at is null order by c.created_at, c.id`,
    [companyId],
  )
  // A driver with an account has one vehicle, in their fleet.
  const drivers = contacts.filter(({ drivesIn }) => drivesIn.length > 0)
  const others = contacts.filter(({ drivesIn }) => drivesIn.length === 0)
  const vehicles = await tx.sql<{ id: string; fleetId: string }>(
    'select id, fleet_id as "fleetId" from vehicles.vehicles where company_id = $1 order by vehicle_no',
    [companyId],
  )
  for (const [index, { id, fleetId }] of vehicles.entries()) {
    const own = drivers.findIndex(({ drivesIn }) => drivesIn.includes(fleetId))
    const [driver] = own === -1 ? [] : drivers.splice(own, 1)
    for (const [place, { role, of }] of wanted.entries()) {
      const fitting = others.filter((contact) => (of as readonly string[]).includes(contact.role))
      const contact = (role === 'primary_driver' && driver) || fitting[index % fitting.length]
      if (!contact || (place > 2 && (index + place) % 3 === 0)) continue
      await saveVehicleContact(
        tx,
        { id, companyId, fleetId },
        { contactId: contact.id, role, isPrimary: true },
      )
    }
  }
}
