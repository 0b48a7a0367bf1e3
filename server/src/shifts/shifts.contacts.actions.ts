import { findContact, mayEditDirectory } from '../directory/index.ts'
import type { Actor } from '../platform/access/access.ts'
import type { AuditEntry } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'

/** The contact of a driver. @throws Problem `contact_not_found` */
export async function contactOf(tx: Transaction, driverId: string) {
  const contact = await findContact(tx, driverId)
  if (!contact) throw problem('contact_not_found')
  return contact
}

/**
 * Cards and documents are part of the directory: those who may edit contacts of the company may edit them.
 * @throws Problem `forbidden`, or `company_denied` where the caller may not read the company either
 */
export function requireEdit(actor: Actor, companyId: string): void {
  if (mayEditDirectory(actor, companyId)) return
  throw problem(actor.companies.read.includes(companyId) ? 'forbidden' : 'company_denied')
}

/** Records a change of what belongs to a driver, and lets pages read it again. */
export async function recordChange(
  tx: Transaction,
  driver: { companyId: string; driverId: string },
  change: Required<Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'changes'>>,
): Promise<void> {
  const { companyId, driverId } = driver
  const { firstName, lastName } = await contactOf(tx, driverId)
  tx.stale({ domain: 'shifts', companyId })
  tx.audit({ ...change, entityName: `${firstName} ${lastName}`, companyId })
}
