import type { Contact, createContact, listContacts, updateContact } from '@rumbo/contract/directory.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { v7 as uuid } from 'uuid'
import { findCompany } from '../organisation/index.ts'
import type { Actor } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import {
  findContact,
  findContacts,
  insertContact,
  lockContact,
  rewriteContact,
} from './directory.repository.ts'
import { checkAddresses, mayEditDirectory } from './directory.rules.ts'

/** Adds a contact to a company in which the actor has any manage scope. */
export async function addContact(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createContact>['body'],
): Promise<Contact> {
  await requireCompany(tx, actor, body.companyId)
  requireAddresses(body.addresses)
  const id = uuid()
  await insertContact(tx, { id, ...body })
  return recordContactChange(tx, 'contact.created', await readContactOf(tx, id))
}

/** @throws Problem `company_denied` if the actor has no place in the company, `forbidden` if they may only read */
export function requireEdit(actor: Actor, companyId: string): void {
  if (mayEditDirectory(actor, companyId)) return
  throw problem(actor.companies.read.includes(companyId) ? 'forbidden' : 'company_denied')
}

/** Like `requireEdit`, and checks that the company exists, because a super admin may edit anywhere. */
export async function requireCompany(tx: Transaction, actor: Actor, companyId: string): Promise<void> {
  requireEdit(actor, companyId)
  if (!(await findCompany(tx, companyId))) throw problem('company_denied')
}

function requireAddresses(addresses: Parameters<typeof checkAddresses>[0]): void {
  const refused = checkAddresses(addresses)
  if (refused.length > 0) throw fieldProblem(...refused)
}

/** Callers may have no last name. */
const nameOf = ({ firstName, lastName }: Contact) => `${firstName} ${lastName}`.trim()

/** Writes the audit entry and the hint of a changed contact. @returns the contact */
export function recordContactChange(
  tx: Transaction,
  action: string,
  contact: Contact,
  before?: Contact,
): Contact {
  tx.audit({
    action,
    entity: 'contact',
    entityId: contact.id,
    entityName: nameOf(contact),
    companyId: contact.companyId,
    changes: before && differences({ ...before }, { ...contact }),
  })
  tx.stale({ domain: 'directory', id: contact.id, companyId: contact.companyId })
  return contact
}

/** Users who are only drivers may not read the directory. @throws Problem `forbidden` */
export function requireDirectory(actor: Actor): void {
  if (actor.level !== 'super_admin' && actor.directories.length === 0) throw problem('forbidden')
}

export async function listContactsOf(
  tx: Transaction,
  actor: Actor,
  filter: ParsedOf<typeof listContacts>['query'],
) {
  requireDirectory(actor)
  return { ...(await findContacts(tx, filter)), page: filter.page, size: filter.size }
}

/** @throws Problem `contact_not_found` for invisible and unknown contacts */
export async function readContactOf(tx: Transaction, id: string): Promise<Contact> {
  const contact = await findContact(tx, id)
  if (!contact) throw problem('contact_not_found')
  return contact
}

/** Replaces a contact's fields and all of its addresses. */
export async function changeContact(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, addresses, ...fields }: ParsedOf<typeof updateContact>['body'],
): Promise<Contact> {
  requireEdit(actor, (await readContactOf(tx, id)).companyId)
  requireAddresses(addresses)
  const current = await lockContact(tx, id)
  if (!current) throw problem('contact_not_found')
  const { row, contact } = current
  if (contact.version !== version) {
    throw problem('stale_version', {
      current: contact,
      changedBy: row.updated_by_name,
      changedAt: row.updated_at,
    })
  }
  await rewriteContact(tx, contact, fields, addresses)
  return recordContactChange(tx, 'contact.updated', await readContactOf(tx, id), contact)
}
