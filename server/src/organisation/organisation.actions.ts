import { parseScope } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Company, createCompany, listFleets, updateCompany } from '@rumbo/contract/organisation.contract'
import { v7 as uuid } from 'uuid'
import { findSuperAdmins } from '../identity/index.ts'
import { type Actor, requireCan } from '../platform/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import { type CompanyFactKind, companyFact } from './organisation.facts.ts'
import {
  archiveCompany,
  type CompanyRow,
  countCompany,
  findCompanies,
  findCompany,
  findFleet,
  findFleets,
  insertCompany,
  lockCompany,
  rewriteCompany,
} from './organisation.repository.ts'
import { changesReserved, driverRoles, isTimeZone } from './organisation.rules.ts'

/** What the domains above know of a company; given by assembly. */
export interface CompanyWork {
  /** Live vehicles of the company, as far as the caller sees them. */
  countVehicles(tx: Transaction, companyId: string): Promise<number>
  /** Whether vehicles or unfinished services are left, so that the company cannot be archived. */
  hasOpenWork(tx: Transaction, companyId: string): Promise<boolean>
}

async function answerOf(tx: Transaction, work: CompanyWork, row: CompanyRow): Promise<Company> {
  const { createdAt, updatedAt: _at, updatedByName: _by, ...company } = row
  const { fleets, drivers, users } = await countCompany(tx, row.id, driverRoles)
  const vehicles = await work.countVehicles(tx, row.id)
  return { ...company, createdAt: createdAt.toISOString(), counts: { fleets, vehicles, drivers, users } }
}

function tell(tx: Transaction, kind: CompanyFactKind, id: string, changes = {}): void {
  tx.fact(companyFact(kind, id))
  tx.stale({ domain: 'organisation', id, companyId: id })
  tx.audit({ action: kind, entity: 'company', entityId: id, companyId: id, changes })
}

/** Foreign and unknown ids are refused alike. */
export async function readCompanyOf(tx: Transaction, work: CompanyWork, id: string): Promise<Company> {
  const row = await findCompany(tx, id)
  if (!row) throw problem('company_denied')
  return answerOf(tx, work, row)
}

export async function addCompany(
  tx: Transaction,
  work: CompanyWork,
  body: ParsedOf<typeof createCompany>['body'],
): Promise<Company> {
  requireTimeZone(body.timeZone)
  const { status = 'active', tier = 'starter', verified = false, ...fields } = body
  const id = uuid()
  await insertCompany(tx, id, { ...fields, status, tier, verified })
  tell(tx, 'company.created', id)
  // Theirs are the scopes that reach a new company at once.
  tx.forgetUsers(await findSuperAdmins(tx))
  return readCompanyOf(tx, work, id)
}

export async function changeCompany(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  id: string,
  body: ParsedOf<typeof updateCompany>['body'],
): Promise<Company> {
  requireTimeZone(body.timeZone)
  const current = await lockCompany(tx, id)
  if (!current) throw problem('company_denied')
  requireCan(actor, 'companies.edit', { companyId: id })
  const { version, status, tier, verified, ...fields } = body
  if (version !== current.version) {
    throw problem('stale_version', {
      current: await answerOf(tx, work, current),
      changedBy: current.updatedByName,
      changedAt: current.updatedAt,
    })
  }
  const isSuper = actor.level === 'super_admin'
  if (!isSuper && changesReserved(current, { status, tier, verified })) throw problem('forbidden')
  const reserved = {
    status: status ?? current.status,
    tier: tier ?? current.tier,
    verified: verified ?? current.verified,
  }
  await rewriteCompany(tx, id, fields, isSuper ? reserved : null)
  const { id: _id, createdAt: _at, updatedByName: _by, ...before } = current
  tell(tx, 'company.changed', id, differences(before, { ...fields, ...reserved }, ['version', 'updatedAt']))
  return readCompanyOf(tx, work, id)
}

/** Archives a company with its fleets and ends its assignments, unless work is left in it. */
export async function removeCompany(tx: Transaction, work: CompanyWork, id: string): Promise<{ done: true }> {
  if (!(await lockCompany(tx, id))) throw problem('company_denied')
  if (await work.hasOpenWork(tx, id)) throw problem('company_not_empty')
  const concerned = await archiveCompany(tx, id)
  tx.forgetUsers([...concerned, ...(await findSuperAdmins(tx))])
  tell(tx, 'company.archived', id)
  return { done: true }
}

function requireTimeZone(name: string): void {
  if (!isTimeZone(name)) throw fieldProblem({ path: 'body.timeZone', code: 'not_allowed' })
}

/** Companies the caller belongs to, that of the primary assignment first; all of them for a super admin. */
export async function listOwnCompanies(tx: Transaction, actor: Actor) {
  const primary = parseScope(actor.scopes[0]?.scope ?? '')?.company
  const companies = await findCompanies(tx)
  companies.sort((a, b) => Number(b.id === primary) - Number(a.id === primary))
  return {
    items: companies.map(({ id, name, status, tier, timeZone }) => ({
      id,
      name,
      status,
      tier,
      timeZone,
      is_active: status === 'active',
    })),
  }
}

export async function listFleetsOf(tx: Transaction, filter: ParsedOf<typeof listFleets>['query']) {
  return { ...(await findFleets(tx, filter)), page: filter.page, size: filter.size }
}

/** Foreign and unknown ids are refused alike. */
export async function readFleetOf(tx: Transaction, id: string) {
  const fleet = await findFleet(tx, id)
  if (!fleet) throw problem('fleet_denied')
  return fleet
}
