import { can, isSuperAdmin } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  type addExpectedDevices,
  type listExpectedDevices,
  mostExpected,
  mostExpectedADay,
  type removeExpectedDevices,
} from '@rumbo/contract/telemetry.expected.contract'
import { givenIdentifiers, mostRefusedShown, readIdentifiers } from '@rumbo/contract/telemetry.expected.rules'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import {
  countChecks,
  countExpected,
  deleteExpected,
  findExpected,
  findListed,
  insertExpected,
  isLiveCompany,
  lockExpectedOf,
} from './telemetry.expected.repository.ts'

/** The companies whose expected devices the person sees; null for all, for super admins. */
export function expectingCompanies(actor: Actor): readonly string[] | null {
  if (isSuperAdmin(actor.scopes)) return null
  return actor.companies.read.filter((companyId) => can(actor, 'devices.expect', { companyId }))
}

/** @throws Problem `forbidden` in a company of the person, `company_denied` in another or an unknown one */
export async function requireExpectingCompany(
  tx: Transaction,
  actor: Actor,
  companyId: string,
): Promise<void> {
  if (!can(actor, 'devices.expect', { companyId }))
    throw problem(actor.companies.read.includes(companyId) ? 'forbidden' : 'company_denied')
  if (!(await isLiveCompany(tx, companyId))) throw problem('company_denied')
}

/** Under the system role. @throws Problem `forbidden`, `company_denied` */
export async function listExpectedOf(
  tx: Transaction,
  actor: Actor,
  filter: ParsedOf<typeof listExpectedDevices>['query'],
): Promise<OutputOf<typeof listExpectedDevices>> {
  await requireExpectingCompany(tx, actor, filter.companyId)
  return { ...(await findExpected(tx, filter)), page: filter.page, size: filter.size }
}

/** Longest list of identifiers in an entry of the audit. */
const mostAudited = 20
function audit(
  tx: Transaction,
  action: 'device.expected_added' | 'device.expected_removed',
  companyId: string,
  identifiers: readonly string[],
): void {
  const rest = identifiers.length - mostAudited
  const named = [...identifiers.slice(0, mostAudited), ...(rest > 0 ? [`+${rest}`] : [])]
  tx.stale({ domain: 'devices', companyId })
  tx.audit({
    action,
    entity: 'device',
    entityName: identifiers.length === 1 ? identifiers[0] : null,
    companyId,
    changes: { identifiers: action === 'device.expected_added' ? [null, named] : [named, null] },
  })
}

/** @throws Problem `expected_daily_limit` */
async function countAsked(tx: Transaction, companyId: string, identifiers: number): Promise<void> {
  if (identifiers === 0) return
  const checks = await countChecks(tx, companyId, identifiers)
  if (checks > mostExpectedADay)
    throw problem('expected_daily_limit', { words: { left: mostExpectedADay - checks + identifiers } })
}

/**
 * Adds of the identifiers those that are free. Under the system role, since only it sees what other companies have.
 * @throws Problem `forbidden`, `company_denied`, `expected_limit`, `expected_daily_limit` (then nothing is added, and
 * nothing is said of any identifier)
 */
export async function addExpectedOf(
  tx: Transaction,
  actor: Actor,
  { companyId, identifiers }: ParsedOf<typeof addExpectedDevices>['body'],
): Promise<OutputOf<typeof addExpectedDevices>> {
  await requireExpectingCompany(tx, actor, companyId)
  const read = typeof identifiers === 'string' ? readIdentifiers(identifiers) : givenIdentifiers(identifiers)
  if (read.identifiers.length > mostExpected) throw problem('expected_limit')
  await lockExpectedOf(tx, companyId)
  const given = read.identifiers.map((one) => one.text)
  const listed = new Set(await findListed(tx, companyId, given))
  const asked = given.filter((identifier) => !listed.has(identifier))
  // Before it is known which are taken: a full list would otherwise show it, and would not count.
  if ((await countExpected(tx, companyId)) + asked.length > mostExpected) throw problem('expected_limit')
  const isSuper = isSuperAdmin(actor.scopes)
  if (!isSuper) await countAsked(tx, companyId, asked.length)
  const added = await insertExpected(tx, companyId, asked, isSuper)
  if (added.length > 0) audit(tx, 'device.expected_added', companyId, added)
  const free = new Set(added)
  const taken = read.identifiers.filter((one) => !free.has(one.text) && !listed.has(one.text))
  const refused = [
    ...read.faulty.map(({ fault, ...one }) => ({ ...one, reason: fault })),
    ...taken.map((one) => ({ ...one, reason: 'taken' as const })),
  ].sort((a, b) => a.line - b.line)
  return {
    added: added.length,
    listed: listed.size + read.repeated,
    invalid: read.invalid,
    taken: taken.length,
    refused: refused.slice(0, mostRefusedShown),
  }
}

/** Under the system role. @throws Problem `forbidden`, `company_denied` */
export async function removeExpectedOf(
  tx: Transaction,
  actor: Actor,
  { companyId, identifiers }: ParsedOf<typeof removeExpectedDevices>['body'],
): Promise<OutputOf<typeof removeExpectedDevices>> {
  await requireExpectingCompany(tx, actor, companyId)
  const removed = await deleteExpected(tx, companyId, identifiers)
  if (removed.length > 0) audit(tx, 'device.expected_removed', companyId, removed)
  return { removed }
}
