import { parseScope } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { defaultCurrency } from '@rumbo/contract/money'
import {
  type Company,
  type createCompany,
  historyDaysRange,
  type listCompanies,
  type updateCompany,
} from '@rumbo/contract/organisation.contract'
import { v7 as uuid } from 'uuid'
import { findSuperAdmins } from '../identity/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import { forgetPeopleOf } from './fleets/organisation.fleets.actions.ts'
import { countPeople } from './fleets/organisation.fleets.repository.ts'
import {
  archiveCompany,
  type CompanyRow,
  findCompanies,
  findCompany,
  findCompanyPage,
  insertCompany,
  lockCompany,
  lockFleetsOf,
  rewriteCompany,
} from './organisation.repository.ts'
import { changesReserved, driverRoles, isTimeZone } from './organisation.rules.ts'
import type { CompanyWork } from './organisation.work.ts'
import { findAdministrators } from './people/organisation.administrators.repository.ts'
import { isWorking } from './people/organisation.assignments.rules.ts'

async function answersOf(
  tx: Transaction,
  work: CompanyWork,
  rows: readonly CompanyRow[],
): Promise<Company[]> {
  const ids = rows.map(({ id }) => id)
  const people = await countPeople(tx, 'company', ids, driverRoles)
  const vehicles = await work.countVehicles(tx, 'company', ids)
  return rows.map(({ createdAt, updatedAt: _at, updatedByName: _by, ...company }) => {
    const { fleets = 0, drivers = 0, users = 0 } = people.get(company.id) ?? {}
    return {
      ...company,
      createdAt: createdAt.toISOString(),
      counts: { fleets, drivers, users, vehicles: vehicles.get(company.id) ?? 0 },
    }
  })
}

async function readAnswer(tx: Transaction, work: CompanyWork, id: string): Promise<Company> {
  const row = await findCompany(tx, id)
  const [answer] = row ? await answersOf(tx, work, [row]) : []
  if (!answer) throw problem('company_denied')
  return answer
}

function recordCompanyChange(
  tx: Transaction,
  action: 'company.created' | 'company.changed' | 'company.archived',
  id: string,
  name: string,
  changes = {},
): void {
  tx.stale({ domain: 'organisation', id, companyId: id })
  tx.audit({ action, entity: 'company', entityId: id, entityName: name, companyId: id, changes })
}

export async function listCompaniesOf(
  tx: Transaction,
  work: CompanyWork,
  filter: ParsedOf<typeof listCompanies>['query'],
) {
  const { items, total } = await findCompanyPage(tx, filter)
  return { items: await answersOf(tx, work, items), total, page: filter.page, size: filter.size }
}

/** Under the system role: drivers and guests do not see their colleagues, but may ask an administrator. */
export async function listAdministratorsOf(tx: Transaction, actor: Actor, id: string) {
  if (!actor.companies.read.includes(id) || !(await findCompany(tx, id))) throw problem('company_denied')
  return { items: await findAdministrators(tx, id) }
}

/** Ids outside the caller's scopes and unknown ids are refused alike. */
export const readCompanyOf = readAnswer

export async function addCompany(
  tx: Transaction,
  work: CompanyWork,
  body: ParsedOf<typeof createCompany>['body'],
): Promise<Company> {
  requireTimeZone(body.timeZone)
  const { status = 'active', tier = 'starter', verified = false, ...given } = body
  const fields = {
    ...given,
    historyDays: given.historyDays ?? historyDaysRange.default,
    roadSpeedLimits: given.roadSpeedLimits ?? false,
    currency: given.currency ?? defaultCurrency,
  }
  const id = uuid()
  await insertCompany(tx, id, { ...fields, status, tier, verified })
  recordCompanyChange(tx, 'company.created', id, fields.name)
  // Their scopes include a new company at once.
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
  const { version, status, tier, verified, ...given } = body
  const { historyDays, roadSpeedLimits, currency } = current
  const fields = {
    ...given,
    historyDays: given.historyDays ?? historyDays,
    roadSpeedLimits: given.roadSpeedLimits ?? roadSpeedLimits,
    currency: given.currency ?? currency,
  }
  if (version !== current.version) {
    throw problem('stale_version', {
      current: await readAnswer(tx, work, id),
      changedBy: current.updatedByName,
      changedAt: current.updatedAt,
    })
  }
  const isSuper = actor.level === 'super_admin'
  if (!isSuper && changesReserved(current, { status, tier, verified })) throw problem('forbidden')
  if (fields.currency !== currency && (await work.hasCosts(tx, id)))
    throw fieldProblem({ path: 'body.currency', code: 'currency_fixed' })
  const reserved = {
    status: status ?? current.status,
    tier: tier ?? current.tier,
    verified: verified ?? current.verified,
  }
  await rewriteCompany(tx, id, fields, isSuper ? reserved : null)
  const { id: _id, createdAt: _at, updatedByName: _by, ...before } = current
  // Tier and status decide which features its users have.
  if (reserved.tier !== current.tier || reserved.status !== current.status) await forgetPeopleOf(tx, id)
  const changes = differences(before, { ...fields, ...reserved }, ['version', 'updatedAt'])
  recordCompanyChange(tx, 'company.changed', id, fields.name, changes)
  return readCompanyOf(tx, work, id)
}

async function deletionOf(tx: Transaction, work: CompanyWork, row: CompanyRow) {
  const [company] = await answersOf(tx, work, [row])
  const { fleets = 0, vehicles = 0, users = 0 } = company?.counts ?? {}
  const openServices = await work.countOpenServices(tx, { companyId: row.id })
  return {
    name: row.name,
    fleets,
    vehicles,
    users,
    contacts: await work.countContacts(tx, row.id),
    openServices,
    obstacle: openServices > 0 ? 'company_not_empty' : null,
  }
}

/** What would be deleted with a company. */
export async function previewCompanyDeletion(tx: Transaction, work: CompanyWork, id: string) {
  const row = await findCompany(tx, id)
  if (!row) throw problem('company_denied')
  return deletionOf(tx, work, row)
}

/** Archives a company with its fleets, vehicles and contacts, and ends its assignments. Refused while services are active. */
export async function removeCompany(tx: Transaction, work: CompanyWork, id: string): Promise<{ done: true }> {
  const row = await lockCompany(tx, id)
  if (!row) throw problem('company_denied')
  await lockFleetsOf(tx, id)
  if ((await deletionOf(tx, work, row)).obstacle) throw problem('company_not_empty')
  await work.archiveVehicles(tx, id)
  await work.archiveContacts(tx, id)
  const concerned = await archiveCompany(tx, id)
  tx.forgetUsers([...concerned, ...(await findSuperAdmins(tx))])
  for (const userId of concerned) tx.stale({ domain: 'users', id: userId })
  recordCompanyChange(tx, 'company.archived', id, row.name)
  return { done: true }
}

function requireTimeZone(name: string): void {
  if (!isTimeZone(name)) throw fieldProblem({ path: 'body.timeZone', code: 'not_allowed' })
}

/**
 * The caller's companies, that of the primary assignment first, then active before pending; for a super admin all
 * companies.
 */
export async function listOwnCompanies(tx: Transaction, actor: Actor) {
  const primary = parseScope(actor.scopes[0]?.scope ?? '')?.company
  const companies = await findCompanies(tx)
  companies.sort(
    (a, b) =>
      Number(b.id === primary) - Number(a.id === primary) ||
      Number(b.status === 'active') - Number(a.status === 'active'),
  )
  return {
    items: companies.map(({ id, name, status, tier, timeZone }) => ({
      id,
      name,
      status,
      tier,
      timeZone,
      is_active: isWorking(status),
    })),
  }
}
