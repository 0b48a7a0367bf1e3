import type { createContact, listContacts } from '@rumbo/contract/directory.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../platform/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { findContact, findContacts, insertContact } from './directory.repository.ts'

/** Adds a contact to a company in which the actor holds any manage scope. */
export async function addContact(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createContact>['body'],
) {
  if (actor.level !== 'super_admin' && !actor.companies.write.includes(body.companyId)) {
    throw problem(actor.companies.read.includes(body.companyId) ? 'forbidden' : 'company_denied')
  }
  const contact = await insertContact(tx, { id: uuid(), ...body })
  tx.audit({
    action: 'contact.created',
    entity: 'contact',
    entityId: contact.id,
    companyId: contact.companyId,
  })
  tx.stale({ domain: 'directory', id: contact.id, companyId: contact.companyId })
  return contact
}

export async function listContactsOf(tx: Transaction, filter: ParsedOf<typeof listContacts>['query']) {
  return { ...(await findContacts(tx, filter)), page: filter.page, size: filter.size }
}

export async function readContactOf(tx: Transaction, id: string) {
  const contact = await findContact(tx, id)
  if (!contact) throw problem('contact_not_found')
  return contact
}
