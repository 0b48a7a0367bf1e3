import type { Target } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Reach, whoMayReach } from '@rumbo/contract/organisation.tree.contract'
import { findSuperAdmins } from '../../identity/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findFleet } from '../fleets/organisation.fleets.repository.ts'
import { findCompany } from '../organisation.repository.ts'
import type { CompanyWork } from '../organisation.work.ts'
import { findReachingPeople } from './organisation.tree.repository.ts'
import { reachOf } from './organisation.tree.rules.ts'

async function isThere(tx: Transaction, work: CompanyWork, target: Target): Promise<boolean> {
  const { companyId, fleetId, vehicleId } = target
  if (vehicleId) {
    const vehicle = await work.findVehicle(tx, vehicleId)
    if (vehicle?.companyId !== companyId || vehicle.fleetId !== fleetId) return false
  }
  if (fleetId) return (await findFleet(tx, fleetId))?.company_id === companyId
  return (await findCompany(tx, companyId)) !== undefined
}

/**
 * Lists who may see a company, a fleet or a vehicle. Under the system role: a caller who may read its users sees all of
 * them, including those whose assignment is in another fleet.
 * @throws Problem `not_found`, `forbidden`
 */
export async function listAccess(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  query: ParsedOf<typeof whoMayReach>['query'],
): Promise<{ items: Reach[]; superAdmins: number }> {
  const vehicle = query.vehicleId ? await work.findVehicle(tx, query.vehicleId) : null
  const target: Target = { ...query, fleetId: query.fleetId ?? vehicle?.fleetId }
  const isVisible =
    actor.companies.read.includes(target.companyId) &&
    (!target.fleetId || actor.fleets.read.includes(target.fleetId))
  if (!isVisible || !(await isThere(tx, work, target))) throw problem('not_found')
  requireCan(actor, 'users.read', target)
  const items = (await findReachingPeople(tx, target.companyId)).flatMap((person): Reach[] => {
    const reach = reachOf(person, target)
    if (!reach) return []
    const { userId, displayName, level } = person
    return [{ userId, displayName, level, ...reach }]
  })
  items.sort((left, right) => Number(right.mayManage) - Number(left.mayManage))
  return { items, superAdmins: (await findSuperAdmins(tx)).length }
}
