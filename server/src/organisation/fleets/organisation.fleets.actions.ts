import { can } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  createFleet,
  deletion,
  Fleet,
  listFleets,
  setFleetUsers,
  updateFleet,
} from '@rumbo/contract/organisation.contract'
import { v7 as uuid } from 'uuid'
import type * as z from 'zod'
import { findSuperAdmins } from '../../identity/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { keepInCompany } from '../organisation.access.ts'
import { findCompany } from '../organisation.repository.ts'
import { driverRoles } from '../organisation.rules.ts'
import type { CompanyWork } from '../organisation.work.ts'
import { findAssignments } from '../people/organisation.assignments.repository.ts'
import { listFleetUsersOf, placeFleetUsers, requireManager } from './organisation.fleet-users.actions.ts'
import {
  archiveFleet,
  countPeople,
  type FleetRow,
  findFleet,
  findFleets,
  findPeopleOf,
  insertFleet,
  lockFleet,
  nameManager,
  rewriteFleet,
} from './organisation.fleets.repository.ts'

const noCounts = { vehicles: 0, drivers: 0, users: 0 }

async function answersOf(tx: Transaction, work: CompanyWork, rows: readonly FleetRow[]): Promise<Fleet[]> {
  const ids = rows.map(({ id }) => id)
  const people = await countPeople(tx, 'fleet', ids, driverRoles)
  const vehicles = await work.countVehicles(tx, 'fleet', ids)
  return rows.map((row) => {
    const { drivers, users } = people.get(row.id) ?? noCounts
    return {
      id: row.id,
      company_id: row.company_id,
      is_active: row.is_active,
      name: row.name,
      description: row.description,
      manager: row.manager,
      managerId: row.managerId,
      serviceTypes: row.serviceTypes,
      features: row.features,
      counts: { vehicles: vehicles.get(row.id) ?? 0, drivers, users },
      version: row.version,
    }
  })
}

async function answerOf(tx: Transaction, work: CompanyWork, id: string): Promise<Fleet> {
  const row = await findFleet(tx, id)
  const [answer] = row ? await answersOf(tx, work, [row]) : []
  if (!answer) throw problem('fleet_denied')
  return answer
}

export async function listFleetsOf(
  tx: Transaction,
  work: CompanyWork,
  filter: ParsedOf<typeof listFleets>['query'],
) {
  const { items, total } = await findFleets(tx, filter)
  return { items: await answersOf(tx, work, items), total, page: filter.page, size: filter.size }
}

/** Ids outside the caller's scopes and unknown ids are refused alike. */
export const readFleetOf = answerOf

/** The fleet, if the actor may change it. @throws Problem `fleet_denied` for invisible and unknown fleets, `forbidden` */
function requireFleetEdit(actor: Actor, fleet: FleetRow | null): FleetRow {
  const target = fleet && { companyId: fleet.company_id, fleetId: fleet.id }
  if (!target || !can(actor, 'fleets.read', target)) throw problem('fleet_denied')
  requireCan(actor, 'fleets.edit', target)
  return fleet
}

/** Invalidates the access of those it may have changed for: the company's users, and super admins, who reach every fleet. */
export async function forgetPeopleOf(tx: Transaction, companyId: string): Promise<void> {
  tx.forgetUsers([...(await findPeopleOf(tx, companyId)), ...(await findSuperAdmins(tx))])
}

/** Notifies the whole company, because users of other fleets have its name in lists. */
export function recordFleetChange(
  tx: Transaction,
  action: 'fleet.created' | 'fleet.changed' | 'fleet.configured' | 'fleet.archived',
  fleet: { id: string; company_id: string; name: string },
  changes: Record<string, readonly [unknown, unknown]> = {},
): void {
  const { id, company_id: companyId } = fleet
  tx.stale({ domain: 'organisation', id, companyId })
  tx.audit({
    action,
    entity: 'fleet',
    entityId: id,
    entityName: fleet.name,
    companyId,
    fleetId: id,
    changes,
  })
}

const recordOf = ({ name, description, is_active, serviceTypes, manager }: FleetRow) => ({
  name,
  description,
  is_active,
  serviceTypes,
  manager,
})

/** Runs under the system role, because naming a manager may create an assignment. */
export async function addFleet(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  { company_id: companyId, is_active: isActive, ...fields }: ParsedOf<typeof createFleet>['body'],
): Promise<Fleet> {
  if (!can(actor, 'companies.read', { companyId }) || !(await findCompany(tx, companyId)))
    throw problem('company_denied')
  requireCan(actor, 'fleets.edit', { companyId })
  const id = uuid()
  const { managerId, ...record } = fields
  await insertFleet(tx, { ...record, id, companyId, isActive })
  if (managerId) {
    await requireManager(tx, actor, { id, companyId }, managerId)
    await nameManager(tx, id, managerId)
  }
  await forgetPeopleOf(tx, companyId)
  recordFleetChange(tx, 'fleet.created', { id, company_id: companyId, name: fields.name })
  return answerOf(tx, work, id)
}

/** Runs under the system role, because naming a manager may create an assignment. */
export async function changeFleet(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  id: string,
  { version, is_active: isActive, ...fields }: ParsedOf<typeof updateFleet>['body'],
): Promise<Fleet> {
  const before = requireFleetEdit(actor, await lockFleet(tx, id))
  if (version !== before.version) {
    throw problem('stale_version', {
      current: await answerOf(tx, work, id),
      changedBy: before.updatedByName,
      changedAt: before.updatedAt,
    })
  }
  if (fields.managerId && fields.managerId !== before.managerId)
    await requireManager(tx, actor, { id, companyId: before.company_id }, fields.managerId)
  await rewriteFleet(tx, id, { ...fields, isActive })
  // An inactive fleet grants no access.
  if (isActive !== before.is_active) await forgetPeopleOf(tx, before.company_id)
  const after = await findFleet(tx, id)
  if (after) recordFleetChange(tx, 'fleet.changed', after, differences(recordOf(before), recordOf(after)))
  return answerOf(tx, work, id)
}

/** Runs under the system role. */
export async function setFleetUsersOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  body: ParsedOf<typeof setFleetUsers>['body'],
) {
  const fleet = requireFleetEdit(actor, await lockFleet(tx, id))
  const changes = await placeFleetUsers(tx, actor, { id, companyId: fleet.company_id }, body)
  if (Object.keys(changes).length > 0) recordFleetChange(tx, 'fleet.changed', fleet, changes)
  return listFleetUsersOf(tx, id)
}

/** @throws Problem `fleet_denied`, `forbidden` */
export async function readFleetUsersOf(tx: Transaction, actor: Actor, id: string) {
  requireFleetEdit(actor, await findFleet(tx, id))
  return listFleetUsersOf(tx, id)
}

async function deletionOf(
  tx: Transaction,
  work: CompanyWork,
  { id, company_id: companyId, name }: FleetRow,
): Promise<z.output<typeof deletion>> {
  const vehicles = (await work.countVehicles(tx, 'fleet', [id])).get(id) ?? 0
  const openServices = await work.countOpenServices(tx, { companyId, fleetId: id })
  const { users } = (await countPeople(tx, 'fleet', [id], driverRoles)).get(id) ?? noCounts
  return {
    name,
    fleets: 1,
    vehicles,
    users,
    contacts: 0,
    openServices,
    obstacle: vehicles > 0 || openServices > 0 ? 'fleet_not_empty' : null,
  }
}

/** What would be deleted with a fleet. */
export async function previewFleetDeletion(tx: Transaction, work: CompanyWork, actor: Actor, id: string) {
  return deletionOf(tx, work, requireFleetEdit(actor, await findFleet(tx, id)))
}

/** Archives a fleet and ends its assignments; users without another one stay in the company. Under the system role. */
export async function removeFleet(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  id: string,
): Promise<{ done: true }> {
  const fleet = requireFleetEdit(actor, await lockFleet(tx, id))
  if ((await deletionOf(tx, work, fleet)).obstacle) throw problem('fleet_not_empty')
  await forgetPeopleOf(tx, fleet.company_id)
  for (const { userId, companyId } of await archiveFleet(tx, id)) {
    if ((await findAssignments(tx, userId)).length === 0)
      await keepInCompany(tx, userId, { companyId, fleetId: null })
    tx.stale({ domain: 'users', id: userId, companyId })
  }
  recordFleetChange(tx, 'fleet.archived', fleet)
  return { done: true }
}
