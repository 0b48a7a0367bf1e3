import type { TestApp, TestCall } from '@rumbo/tools/testing'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'

/** A company with two fleets, another one with one fleet, and users of both. */
export interface VehiclePeople {
  companyId: string
  fleetId: string
  otherFleetId: string
  foreignCompanyId: string
  foreignFleetId: string
  /** A manager of the company. */
  lead: TestCall
  /** Manages the first fleet only. */
  chief: TestCall
  dispatcher: TestCall
  viewer: TestCall
  driver: TestCall
  /** Admin of the other company. */
  outsider: TestCall
}

/** @param names of the fleets of the company */
export async function arrangeVehiclePeople(
  test: TestApp,
  [name, otherName]: readonly [string, string] = ['Norte', 'Sur'],
): Promise<VehiclePeople> {
  const made = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx)).id
    const foreignCompanyId = (await buildCompany(tx)).id
    const fleetId = (await buildFleet(tx, { companyId, name })).id
    const otherFleetId = (await buildFleet(tx, { companyId, name: otherName })).id
    const foreignFleetId = (await buildFleet(tx, { companyId: foreignCompanyId })).id
    const lead = await buildUser(tx, { level: 'manager', firstName: 'Rosa' })
    await buildAssignment(tx, { userId: lead.id, companyId })
    const chief = await buildUser(tx, { level: 'manager' })
    await buildAssignment(tx, { userId: chief.id, companyId, fleetId, role: 'fleet_manager' })
    const inFleet = async (role: 'dispatcher' | 'fleet_viewer' | 'primary_driver') => {
      const user = await buildUser(tx)
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role })
      return user
    }
    const outsider = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: outsider.id, companyId: foreignCompanyId })
    return {
      ids: { companyId, fleetId, otherFleetId, foreignCompanyId, foreignFleetId },
      users: {
        lead,
        chief,
        dispatcher: await inFleet('dispatcher'),
        viewer: await inFleet('fleet_viewer'),
        driver: await inFleet('primary_driver'),
        outsider,
      },
    }
  })
  const { lead, chief, dispatcher, viewer, driver, outsider } = made.users
  return {
    ...made.ids,
    lead: await test.as(lead),
    chief: await test.as(chief),
    dispatcher: await test.as(dispatcher),
    viewer: await test.as(viewer),
    driver: await test.as(driver),
    outsider: await test.as(outsider),
  }
}

let sequence = 0
/** The form's body for a new vehicle. */
export function vehicleForm(fleetId: string, given: Record<string, unknown> = {}) {
  sequence += 1
  return {
    fleetId,
    vehicleNumber: `T-${sequence}`,
    plateNumber: `ABC-${sequence}`,
    make: 'Nissan',
    model: 'Versa',
    year: 2024,
    type: 'sedan',
    status: 'active',
    color: 'white',
    fuelType: 'gasoline',
    installationDate: '2026-01-15',
    ...given,
  }
}
