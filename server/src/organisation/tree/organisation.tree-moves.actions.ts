import { can } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { moveConsequences, moveNode } from '@rumbo/contract/organisation.tree.contract'
import type { ProblemCode } from '@rumbo/contract/problems.contract'
import type * as z from 'zod'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { refusalToPlace } from '../fleets/organisation.fleet-users.rules.ts'
import { type FleetRow, findFleet, lockFleets } from '../fleets/organisation.fleets.repository.ts'
import type { CompanyWork } from '../organisation.work.ts'
import { findHeldAssignments, findReach } from '../people/organisation.assignments.repository.ts'
import { refusalOfPlace } from '../people/organisation.assignments.rules.ts'
import { findReachingPeople, type ReachingPerson } from './organisation.tree.repository.ts'
import { reachOf } from './organisation.tree.rules.ts'
import {
  findMovedPerson,
  type MovedPerson,
  moveAssignments,
  moveGuestPlace,
  removeVehicleFromGuests,
} from './organisation.tree-moves.repository.ts'

type Move = ParsedOf<typeof moveNode>['body']
type Consequences = z.output<typeof moveConsequences>

/** A checked move: both fleets belong to one company, and the actor manages both. */
interface Plan {
  from: FleetRow
  to: FleetRow
  companyId: string
  person: MovedPerson | null
  consequences: Consequences
}

/** @throws Problem `fleet_denied`, `forbidden` */
function requireManaged(actor: Actor, fleet: FleetRow | null): FleetRow {
  const target = fleet && { companyId: fleet.company_id, fleetId: fleet.id }
  if (!target || !can(actor, 'fleets.read', target)) throw problem('fleet_denied')
  requireCan(actor, 'users.edit', target)
  return fleet
}

async function planOf(tx: Transaction, work: CompanyWork, actor: Actor, move: Move): Promise<Plan> {
  const vehicle = move.kind === 'vehicle' ? await work.findVehicle(tx, move.id) : null
  if (move.kind === 'vehicle' && (!vehicle || !can(actor, 'vehicles.read', vehicle)))
    throw problem('vehicle_not_found')
  if (vehicle && move.fromFleetId && vehicle.fleetId !== move.fromFleetId) throw problem('moved_meanwhile')
  const fromFleetId = vehicle?.fleetId ?? move.fromFleetId
  if (!fromFleetId) throw fieldProblem({ path: 'body.fromFleetId', code: 'required' })
  if (fromFleetId === move.toFleetId) throw fieldProblem({ path: 'body.toFleetId', code: 'not_allowed' })
  // Checked before locking, so that nobody locks, or waits for, a fleet of others.
  for (const id of [fromFleetId, move.toFleetId]) requireManaged(actor, await findFleet(tx, id))
  await lockFleets(tx, [fromFleetId, move.toFleetId])
  const from = requireManaged(actor, await findFleet(tx, fromFleetId))
  const to = requireManaged(actor, await findFleet(tx, move.toFleetId))
  const companyId = from.company_id
  if (to.company_id !== companyId) throw problem('fleet_denied')
  const names = { fromFleetName: from.name, toFleetName: to.name }
  if (vehicle) {
    const consequences = await vehicleConsequences(tx, work, { ...vehicle, toFleetId: to.id })
    const obstacle = to.is_active ? consequences.obstacle : 'fleet_denied'
    return { from, to, companyId, person: null, consequences: { ...names, ...consequences, obstacle } }
  }
  const person = await findMovedPerson(tx, move.id, from.id)
  if (!person) throw problem('user_not_found')
  await requireMovable(tx, actor, person, { companyId, fromFleetId, toFleetId: to.id })
  const consequences = await personConsequences(tx, work, person, {
    companyId,
    fromFleetId,
    toFleetId: to.id,
  })
  const obstacle = to.is_active ? consequences.obstacle : 'fleet_denied'
  return { from, to, companyId, person, consequences: { ...names, ...consequences, obstacle } }
}

const personOf = ({
  userId,
  displayName,
  role,
}: Pick<ReachingPerson, 'userId' | 'displayName'> & {
  role: Consequences['gaining'][number]['role']
}) => ({ userId, displayName, role })

async function vehicleConsequences(
  tx: Transaction,
  work: CompanyWork,
  vehicle: { id: string; companyId: string; fleetId: string; toFleetId: string },
) {
  const { id: vehicleId, companyId } = vehicle
  const people = (await findReachingPeople(tx, companyId)).map((person) => ({
    ...person,
    before: reachOf(person, { companyId, fleetId: vehicle.fleetId, vehicleId }),
    after: reachOf(person, { companyId, fleetId: vehicle.toFleetId, vehicleId }),
  }))
  return {
    gaining: people.flatMap((person) =>
      person.after && !person.before ? personOf({ ...person, role: person.after.role }) : [],
    ),
    losing: people.flatMap((person) =>
      person.before && !person.after ? personOf({ ...person, role: person.before.role }) : [],
    ),
    vehiclesGained: 0,
    vehiclesLost: 0,
    openServices: await work.countOpenServices(tx, { companyId, vehicleId }),
    obstacle: (await work.isVehicleAtWork(tx, vehicleId)) ? 'vehicle_at_work' : null,
  }
}

interface Route {
  companyId: string
  fromFleetId: string
  toFleetId: string
}

/** @throws Problem `user_not_found`, `forbidden` */
async function requireMovable(
  tx: Transaction,
  actor: Actor,
  person: MovedPerson,
  { companyId, fromFleetId, toFleetId }: Route,
): Promise<void> {
  const placed = {
    id: person.id,
    level: person.level,
    reach: await findReach(tx, person.id),
    held: await findHeldAssignments(tx, person.id),
  }
  const refusal =
    refusalToPlace(actor, placed, { companyId, fleetId: fromFleetId }, 'take') ??
    refusalToPlace(actor, placed, { companyId, fleetId: toFleetId }, 'give')
  if (refusal) throw problem(refusal)
  for (const { role } of person.assignments) {
    const refused = refusalOfPlace(actor, person.level, { companyId, fleetId: toFleetId, role })
    if (refused) throw problem('forbidden')
  }
}

async function personConsequences(
  tx: Transaction,
  work: CompanyWork,
  person: MovedPerson,
  { companyId, fromFleetId, toFleetId }: Route,
) {
  const vehicles = await work.countVehicles(tx, 'fleet', [fromFleetId, toFleetId])
  const [before] = await findReachingPeople(tx, companyId, person.id)
  const held = (before?.held ?? []).map((assignment) =>
    assignment.fleetId === fromFleetId ? { ...assignment, fleetId: toFleetId } : assignment,
  )
  const reachesBefore = (fleetId: string) =>
    before !== undefined && reachOf(before, { companyId, fleetId }) !== null
  const reachesAfter = (fleetId: string) =>
    before !== undefined && reachOf({ ...before, held }, { companyId, fleetId }) !== null
  const count = (fleetId: string, counts: boolean) => (counts ? (vehicles.get(fleetId) ?? 0) : 0)
  return {
    gaining: [],
    losing: [],
    vehiclesGained: count(toFleetId, reachesAfter(toFleetId) && !reachesBefore(toFleetId)),
    vehiclesLost: count(fromFleetId, reachesBefore(fromFleetId) && !reachesAfter(fromFleetId)),
    openServices: 0,
    obstacle: obstacleOf(person, toFleetId),
  }
}

function obstacleOf(person: MovedPerson, toFleetId: string): ProblemCode | null {
  if (person.watchedVehicleId !== null) return 'guest_no_fleets'
  const isThere = person.assignments.some(({ role }) =>
    person.elsewhere.some((other) => other.fleetId === toFleetId && other.role === role),
  )
  return isThere ? 'assignment_exists' : null
}

/** Who gains and who loses access by a move. Under the system role. */
export async function previewMoveOf(tx: Transaction, work: CompanyWork, actor: Actor, move: Move) {
  return (await planOf(tx, work, actor, move)).consequences
}

/** Moves a vehicle, or a user's assignments of one fleet, to another fleet of the company. Under the system role. */
export async function moveOf(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  move: Move,
): Promise<Consequences> {
  const { from, to, companyId, person, consequences } = await planOf(tx, work, actor, move)
  if (consequences.obstacle) throw problem(consequences.obstacle as ProblemCode)
  if (person) {
    const moved =
      person.assignments.length > 0
        ? await moveAssignments(tx, person.id, from.id, to.id)
        : await moveGuestPlace(tx, person.id, from.id, to.id)
    // Another move was committed first.
    if (!moved) throw problem('user_not_found')
    tx.forgetUsers([person.id])
    tx.stale({ domain: 'users', id: person.id, companyId })
    tx.audit({
      action: 'user.moved',
      entity: 'user',
      entityId: person.id,
      entityName: person.displayName,
      companyId,
      fleetId: to.id,
      changes: { fleet: [from.name, to.name] },
    })
  } else {
    await work.moveVehicle(tx, move.id, { fromFleetId: from.id, toFleetId: to.id })
    tx.forgetUsers(await removeVehicleFromGuests(tx, move.id))
  }
  for (const { id } of [from, to]) tx.stale({ domain: 'organisation', id, companyId })
  return consequences
}
