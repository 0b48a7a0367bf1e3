import type { ParsedOf } from '@rumbo/contract/endpoint'
import { fleetUserRoles } from '@rumbo/contract/organisation.assignments.contract'
import type { FleetUserRole, fleetUser, setFleetUsers } from '@rumbo/contract/organisation.contract'
import type * as z from 'zod'
import type { Actor } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { assignments, keepInCompany } from '../organisation.access.ts'
import type { AssignmentRole } from '../organisation.rules.ts'
import {
  archiveAssignments,
  clearPrimary,
  findAssignments,
  findHeldAssignments,
  findReach,
  rewriteAssignment,
} from '../people/organisation.assignments.repository.ts'
import { type FleetPerson, findCandidate, findFleetPeople } from './organisation.fleet-users.repository.ts'
import { placeChanges, refusalToPlace } from './organisation.fleet-users.rules.ts'

type FleetUser = z.output<typeof fleetUser>
interface Place {
  id: string
  companyId: string
}

const nameOfRole = (role: AssignmentRole): FleetUser['role'] =>
  (Object.keys(fleetUserRoles) as FleetUserRole[]).find((name) => fleetUserRoles[name] === role) ?? 'other'

/** The users assigned to the fleet; a user with two roles is listed twice. */
export async function listFleetUsersOf(tx: Transaction, fleetId: string): Promise<{ items: FleetUser[] }> {
  const people = await findFleetPeople(tx, fleetId)
  return {
    items: people.map(({ userId, displayName, username, role, isPrimary }) => ({
      userId,
      displayName,
      username,
      role: nameOfRole(role),
      isPrimary,
    })),
  }
}

/** @throws Problem `user_not_found`, `forbidden` */
async function requirePlaceable(
  tx: Transaction,
  actor: Actor,
  fleet: Place,
  person: Pick<FleetPerson, 'userId' | 'level'>,
  change: 'give' | 'give-primary' | 'take',
): Promise<void> {
  const refusal = refusalToPlace(
    actor,
    {
      id: person.userId,
      level: person.level,
      reach: await findReach(tx, person.userId),
      held: await findHeldAssignments(tx, person.userId),
    },
    { companyId: fleet.companyId, fleetId: fleet.id },
    change,
  )
  if (refusal) throw problem(refusal)
}

async function give(
  tx: Transaction,
  actor: Actor,
  fleet: Place,
  userId: string,
  role: AssignmentRole,
  isPrimary: boolean,
): Promise<void> {
  const person = await findCandidate(tx, fleet.companyId, userId)
  if (!person) throw problem('user_not_found')
  if (person.level === 'guest') throw problem('guest_no_fleets')
  await requirePlaceable(tx, actor, fleet, person, isPrimary ? 'give-primary' : 'give')
  await assignments.assign(tx, userId, { companyId: fleet.companyId, fleetId: fleet.id, role, isPrimary })
}

/** Makes a user of the company a manager of the fleet if they are none. @throws Problem `user_not_found`, `forbidden` */
export async function requireManager(
  tx: Transaction,
  actor: Actor,
  fleet: Place,
  userId: string,
): Promise<void> {
  const held = (await findFleetPeople(tx, fleet.id)).find(
    (person) => person.userId === userId && person.role === 'fleet_manager',
  )
  if (held?.isActive) return
  if (!held) {
    const person = await findCandidate(tx, fleet.companyId, userId)
    if (!person || person.level === 'guest') throw problem('user_not_found')
    await give(tx, actor, fleet, userId, 'fleet_manager', false)
  } else {
    await requirePlaceable(tx, actor, fleet, held, 'give')
    await rewriteAssignment(tx, held.assignmentId, { ...held, isActive: true })
    tx.forgetUsers([userId])
  }
  tx.stale({ domain: 'users', id: userId, companyId: fleet.companyId })
}

/** Returns the changes. Call under the system role, with the fleet locked and the actor allowed to edit it. */
export async function placeFleetUsers(
  tx: Transaction,
  actor: Actor,
  fleet: Place,
  { items }: ParsedOf<typeof setFleetUsers>['body'],
): Promise<Record<string, readonly [unknown, unknown]>> {
  items.forEach(({ userId }, index) => {
    if (items.findIndex((other) => other.userId === userId) !== index)
      throw fieldProblem({ path: `body.items.${index}.userId`, code: 'not_allowed' })
  })
  const before = await findFleetPeople(tx, fleet.id)
  const present = before.filter(({ role }) => nameOfRole(role) !== 'other')
  const wanted = items.map((item) => ({ ...item, role: fleetUserRoles[item.role] }))
  const { taken, given, flagged } = placeChanges(present, wanted)
  const heldBy = (userId: string, role: string) =>
    present.find((person) => person.userId === userId && person.role === role)
  // Additions come first, so that a user whose only role changes never leaves the company in between.
  for (const { userId, role, isPrimary } of given)
    await give(tx, actor, fleet, userId, role as AssignmentRole, isPrimary)
  for (const { userId, role } of taken) {
    const held = heldBy(userId, role)
    if (!held) continue
    await requirePlaceable(tx, actor, fleet, held, 'take')
    await archiveAssignments(tx, userId, held.assignmentId)
    tx.forgetUsers([userId])
  }
  for (const { userId, role, isPrimary } of flagged) {
    const held = heldBy(userId, role)
    if (!held) continue
    await requirePlaceable(tx, actor, fleet, held, 'give-primary')
    if (isPrimary) await clearPrimary(tx, userId)
    await rewriteAssignment(tx, held.assignmentId, { ...held, isPrimary })
    tx.forgetUsers([userId])
  }
  for (const { userId } of taken)
    if ((await findAssignments(tx, userId)).length === 0)
      await keepInCompany(tx, userId, { companyId: fleet.companyId, fleetId: fleet.id })
  for (const { userId } of [...taken, ...given, ...flagged])
    tx.stale({ domain: 'users', id: userId, companyId: fleet.companyId })
  return differences(recordOf(before), recordOf(await findFleetPeople(tx, fleet.id)))
}

const recordOf = (people: readonly FleetPerson[]) =>
  Object.fromEntries(
    people.map(({ displayName, role, isPrimary }) => [
      `${displayName} · ${role}`,
      isPrimary ? 'primary' : 'yes',
    ]),
  )
