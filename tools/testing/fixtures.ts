import { buildUser } from '@rumbo/server/identity/identity.factory'
import type { UserRow } from '@rumbo/server/identity/identity.repository'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '@rumbo/server/organisation/organisation.factory'
import type { TestApp, TestCall } from './app.ts'

/** Two companies with one fleet each, and a user of each level and membership. */
export interface TestFixtures {
  companyId: string
  fleetId: string
  foreign: { companyId: string; fleetId: string }
  people: Record<
    | 'root'
    | 'admin'
    | 'manager'
    | 'user'
    /** Assigned to company and fleet, without a vehicle. */
    | 'guest'
    /** Belongs to the other company. */
    | 'outsider'
    /** Belongs to both companies. */
    | 'both'
    /** Belongs to no company. */
    | 'unassigned',
    UserRow
  >
  root: TestCall
  admin: TestCall
  manager: TestCall
}

/** @param suffix makes user names unique within the database */
export async function createFixtures(test: TestApp, suffix: string): Promise<TestFixtures> {
  const built = await test.build(async (tx) => {
    const { id: companyId } = await buildCompany(tx)
    const { id: otherId } = await buildCompany(tx)
    const { id: fleetId } = await buildFleet(tx, { companyId })
    const foreign = { companyId: otherId, fleetId: (await buildFleet(tx, { companyId: otherId })).id }
    const person = (name: string, level: UserRow['level']) =>
      buildUser(tx, { username: `${name}_${suffix}`, level })
    const people = {
      root: await person('root', 'super_admin'),
      admin: await person('admin', 'admin'),
      manager: await person('manager', 'manager'),
      user: await person('user', 'user'),
      guest: await person('guest', 'guest'),
      outsider: await person('outsider', 'user'),
      both: await person('both', 'user'),
      unassigned: await person('unassigned', 'user'),
    }
    await buildAssignment(tx, { userId: people.admin.id, companyId })
    await buildAssignment(tx, { userId: people.manager.id, companyId, fleetId, role: 'fleet_manager' })
    await buildAssignment(tx, { userId: people.user.id, companyId, fleetId })
    await buildGuestVehicle(tx, { userId: people.guest.id, companyId, fleetId, vehicleId: null })
    await buildAssignment(tx, { userId: people.outsider.id, ...foreign })
    await buildAssignment(tx, { userId: people.both.id, companyId, fleetId })
    await buildAssignment(tx, { userId: people.both.id, ...foreign, isPrimary: false })
    return { companyId, fleetId, foreign, people }
  })
  return {
    ...built,
    root: await test.as(built.people.root),
    admin: await test.as(built.people.admin),
    manager: await test.as(built.people.manager),
  }
}

/** The status of a response, or its problem code if it was refused. */
export async function outcomeOf(
  call: Promise<{ status: number; body: { code?: unknown } }>,
): Promise<number | string> {
  const { status, body } = await call
  return status < 300 || typeof body.code !== 'string' ? status : body.code
}
