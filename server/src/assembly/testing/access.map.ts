import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import type { UserRow } from '../../identity/identity.repository.ts'
import { buildAssignment, buildCompany, buildGuestVehicle } from '../../organisation/organisation.factory.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { buildShift } from '../../shifts/shifts.factory.ts'
import { saveVehicleContact } from '../../vehicles/contacts/vehicles.contacts.repository.ts'
import { buildPlace } from './access.factory.ts'

/** Creates an enterprise company with two places, another company with one, and users of the first. */
export async function buildMap(tx: Transaction) {
  const root = await buildUser(tx, { level: 'super_admin' })
  const company = async () => (await buildCompany(tx, { tier: 'enterprise' })).id
  const companyId = await company()
  const own = await buildPlace(tx, companyId, root)
  const otherFleet = await buildPlace(tx, companyId, root)
  const otherCompany = await buildPlace(tx, await company(), root)
  const person = async (
    level: UserRow['level'],
    ...roles: {
      role:
        | 'company_manager'
        | 'fleet_manager'
        | 'dispatcher'
        | 'fleet_viewer'
        | 'primary_driver'
        | 'secondary_driver'
      fleetId?: string
    }[]
  ) => {
    const user = await buildUser(tx, { level })
    for (const [index, role] of roles.entries())
      await buildAssignment(tx, { userId: user.id, companyId, isPrimary: index === 0, ...role })
    return user
  }
  const { fleetId, spareFleetId, vehicleId } = own
  const guest = await person('guest')
  await buildGuestVehicle(tx, { userId: guest.id, companyId, fleetId, vehicleId })
  const driver = await person('user', { role: 'primary_driver', fleetId })
  const mixed = await person(
    'user',
    { role: 'secondary_driver', fleetId },
    { role: 'dispatcher', fleetId: spareFleetId },
  )
  /** The driver has one vehicle by contact role, and another by an assigned service. */
  const drives = async (userId: string, role: string) => {
    const contact = await buildContact(tx, { companyId, userId })
    const given = { contactId: contact.id, role, isPrimary: false }
    await saveVehicleContact(tx, { id: vehicleId, companyId, fleetId }, given)
    return contact.id
  }
  const driverContactId = await drives(driver.id, 'primary_driver')
  await tx.sql('update services.services set assigned_driver_id = $2 where id = $1', [
    own.services.assigned.id,
    driverContactId,
  ])
  const wheel = { id: driverContactId, name: 'Elena Torres' }
  const ownShift = (id: string, isRunning: boolean) =>
    buildShift(tx, {
      companyId,
      fleetId,
      driver: wheel,
      vehicle: { id, vehicleNumber: '7' },
      fromHours: isRunning ? -8 : 0,
      isRunning,
    })
  Object.assign(own, {
    ownShiftId: await ownShift(own.alarmedVehicleId, false),
    ownRunningShiftId: await ownShift(vehicleId, true),
  })
  return {
    drivers: { driver: driverContactId, mixed: await drives(mixed.id, 'backup_driver') },
    places: { own, otherFleet, otherCompany },
    loose: await buildUser(tx),
    people: {
      superAdmin: root,
      admin: await person('admin', { role: 'company_manager' }),
      manager: await person(
        'manager',
        { role: 'fleet_manager', fleetId },
        { role: 'fleet_manager', fleetId: spareFleetId },
      ),
      dispatcher: await person('user', { role: 'dispatcher', fleetId }),
      viewer: await person('user', { role: 'fleet_viewer', fleetId }),
      driver,
      mixed,
      guest,
      scopeless: await person('user'),
    },
  }
}
