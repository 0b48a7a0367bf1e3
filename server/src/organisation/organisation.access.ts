import { parseScope } from '@rumbo/contract/access'
import { v7 as uuid } from 'uuid'
import type { Assignments, WantedPlace } from '../identity/index.ts'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import {
  directoriesOf,
  drivenOnly,
  functionalRoleOf,
  plansOf,
  reachedBy,
  scopesOf,
} from './organisation.rules.ts'
import {
  archiveAssignments,
  clearPrimary,
  findAssignments,
  findDrives,
  findFleetsOf,
  findHeldAssignments,
  findLivePlaces,
  findPlace,
  findReach,
  insertAssignment,
} from './people/organisation.assignments.repository.ts'
import { refusalOfPlace } from './people/organisation.assignments.rules.ts'
import {
  deleteGuestPlace,
  findGuestPlace,
  findWatchedVehicle,
  saveGuestPlace,
} from './people/organisation.guests.repository.ts'

/** Implements identity's access to users' places in companies and fleets. Runs under the system role. */
export const assignments: Assignments = {
  async resolveAccess(tx, user) {
    const held = await findHeldAssignments(tx, user.id)
    const watched = user.level === 'guest' ? await findWatchedVehicle(tx, user.id) : null
    const scopes = scopesOf(user.level, held, watched)
    const companyIds = [...new Set(scopes.map(({ scope }) => parseScope(scope)?.company ?? '-'))]
    const { companies, fleets } = await findLivePlaces(tx, companyIds.includes('*') ? null : companyIds)
    const reached = reachedBy(
      scopes,
      companies.map(({ id }) => id),
      fleets,
    )
    const drivesOnly = drivenOnly(
      user.level,
      held,
      fleets.filter(({ id }) => reached.fleets.read.includes(id)),
    )
    const driven = drivesOnly.length > 0 ? await findDrives(tx, user.id, drivesOnly) : null
    return {
      scopes,
      functionalRole: functionalRoleOf(user.level, held),
      ...reached,
      vehicles: driven?.vehicles ?? reached.vehicles,
      services: driven?.services ?? [],
      contacts: driven?.contacts ?? [],
      plans: plansOf(reached, companies, fleets),
      directories: directoriesOf(user.level, held, reached.companies.read),
      drivesOnly,
    }
  },

  reachOf: findReach,

  async requirePlace(tx, actor, level, wanted, path = 'body') {
    const place = level === 'guest' ? await inSightOf(tx, actor, wanted) : wanted
    const refusal = refusalOfPlace(actor, level, place)
    if (refusal) {
      if ('field' in refusal) throw fieldProblem({ path: `${path}.${refusal.field}`, code: refusal.code })
      throw problem(refusal.code)
    }
    const { companyName, fleetName } = await findPlace(tx, place.companyId, place.fleetId)
    if (companyName === null) throw problem('company_denied')
    if (place.fleetId !== null && fleetName === null) throw problem('fleet_denied')
    return place
  },

  async assign(tx, userId, { companyId, fleetId, role, isPrimary = false, isActive = true, ...place }) {
    const assignedBy = place.assignedBy ?? tx.actor?.userId ?? null
    tx.forgetUsers([userId])
    if (role === null) {
      await saveGuestPlace(tx, { userId, companyId, fleetId, vehicleId: null, assignedBy })
      return null
    }
    await deleteGuestPlace(tx, userId)
    const hasPrimary = (await findAssignments(tx, userId)).some((held) => held.isPrimary)
    if (isPrimary && hasPrimary) await clearPrimary(tx, userId)
    const id = uuid()
    const flag = isPrimary || !hasPrimary
    await insertAssignment(tx, {
      id,
      userId,
      companyId,
      fleetId,
      role,
      isPrimary: flag,
      isActive,
      assignedBy,
    })
    return id
  },

  async followLevel(tx, userId, level) {
    tx.forgetUsers([userId])
    const kept = await findGuestPlace(tx, userId)
    if (level !== 'guest') {
      if (kept?.vehicleId) await saveGuestPlace(tx, { ...kept, userId, vehicleId: null, assignedBy: null })
      return
    }
    const [primary] = await findAssignments(tx, userId)
    if (!primary) return
    await archiveAssignments(tx, userId)
    await keepInCompany(tx, userId, primary)
  },

  async endAllOf(tx, userId) {
    tx.forgetUsers([userId])
    await archiveAssignments(tx, userId)
    await deleteGuestPlace(tx, userId)
  },

  async companyName(tx, companyId) {
    return (await findPlace(tx, companyId, null)).companyName
  },
}

/** A user whose last assignment ends stays in its company and fleet until they get another one. */
export async function keepInCompany(
  tx: Transaction,
  userId: string,
  { companyId, fleetId }: Pick<WantedPlace, 'companyId' | 'fleetId'>,
): Promise<void> {
  const assignedBy = tx.actor?.userId ?? null
  await saveGuestPlace(tx, { userId, companyId, fleetId, vehicleId: null, assignedBy })
}

/** A guest created by an actor of single fleets is put into one of these; otherwise the actor would not see it. */
async function inSightOf(tx: Transaction, actor: Actor, place: WantedPlace): Promise<WantedPlace> {
  if (place.fleetId !== null || actor.companies.manage.includes(place.companyId)) return place
  const [fleetId] = await findFleetsOf(tx, place.companyId, actor.fleets.manage)
  return { ...place, fleetId: fleetId ?? null }
}
