import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment } from '../organisation/organisation.factory.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { buildDriver, buildShift } from '../shifts/shifts.factory.ts'
import { saveVehicleContact } from '../vehicles/contacts/vehicles.contacts.repository.ts'

/** Creates a driver with a login and a running shift, the primary driver of the vehicle, for tests. @param name Default: of `buildDriver`. */
export async function buildDriverOnDuty(
  tx: Transaction,
  place: { companyId: string; fleetId: string },
  vehicle: { id: string; vehicleNumber: string },
  name: { firstName?: string; lastName?: string } = {},
) {
  const user = await buildUser(tx, { level: 'user' })
  await buildAssignment(tx, { userId: user.id, ...place, role: 'primary_driver' })
  const driver = await buildDriver(tx, { companyId: place.companyId, userId: user.id, ...name })
  const contact = { contactId: driver.id, role: 'primary_driver' as const, isPrimary: true }
  await saveVehicleContact(tx, { ...vehicle, ...place }, contact)
  await buildShift(tx, { ...place, driver, vehicle, isRunning: true })
  return { user, driver }
}
