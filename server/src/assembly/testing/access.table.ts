import { type Person, type Row, type Rows, rows, type Spot } from './access-table/access.levels.ts'
import { messagesRows } from './access-table/access.messages-rows.ts'
import { peopleRows } from './access-table/access.people-rows.ts'
import { planningRows } from './access-table/access.planning-rows.ts'
import { servicesRows } from './access-table/access.services-rows.ts'
import { vehiclesRows } from './access-table/access.vehicles-rows.ts'

export { type Person, people, type Spot, spots } from './access-table/access.levels.ts'

/** The row of every endpoint; an endpoint without one fails the test. */
export const rowOf: Rows = {
  ...peopleRows,
  ...servicesRows,
  ...planningRows,
  ...vehiclesRows,
  ...messagesRows,
}

/** Endpoints that super admins may use for a user who belongs to no company. */
export const reachesLoose: ReadonlySet<string> = new Set([
  'identity.changeUserPassword',
  'users.activate',
  'users.changeLevel',
  'users.deactivate',
  'users.remove',
  'users.endSession',
  'users.endSessions',
  'users.forcePasswordChange',
  'users.listAssignments',
  'users.listSessions',
  'users.list',
  'users.read',
  'users.resetTwoFactor',
  'users.sendReset',
  'users.update',
])

/**
 * Whether the product's table allows the person the call there.
 * @param spot null for a call without a place, which requires only that the row has the person
 */
export function isAllowed(endpoint: string, person: Person, spot: Spot | null): boolean {
  const name = rowOf[endpoint]
  if (!name) throw new Error(`${endpoint} has no row in access-table; add who may call it.`)
  const row: Row = rows[name]
  const breadth = row[person]
  if (breadth === undefined) return false
  if (spot === null || spot === 'own') return true
  return spot === 'otherFleet' ? breadth !== 'fleet' : breadth === 'all'
}
