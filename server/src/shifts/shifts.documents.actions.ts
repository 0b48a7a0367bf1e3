import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { addDocument, DriverDocument, updateDocument } from '@rumbo/contract/shifts.drivers.contract'
import type { Actor } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { contactOf, recordChange, requireEdit } from './shifts.contacts.actions.ts'
import {
  deleteDocument,
  findDocument,
  findDocuments,
  insertDocument,
  lockDocument,
  rewriteDocument,
} from './shifts.documents.repository.ts'

/** @throws Problem `contact_not_found` */
export async function listDocumentsOf(tx: Transaction, driverId: string) {
  await contactOf(tx, driverId)
  return { items: await findDocuments(tx, driverId) }
}

async function publish(
  tx: Transaction,
  action: string,
  before: DriverDocument | null,
  after: DriverDocument,
): Promise<DriverDocument> {
  await recordChange(tx, after, {
    action,
    entity: 'driver_document',
    entityId: after.id,
    changes: before ? differences({ ...before }, { ...after }) : {},
  })
  return after
}

/** @throws Problem `contact_not_found`, `forbidden`, `licence_exists` */
export async function addDocumentOf(
  tx: Transaction,
  actor: Actor,
  driverId: string,
  body: ParsedOf<typeof addDocument>['body'],
): Promise<DriverDocument> {
  const { companyId } = await contactOf(tx, driverId)
  requireEdit(actor, companyId)
  const id = await insertDocument(tx, { companyId, driverId, ...body })
  return publish(tx, 'driver_document.added', null, await readDocument(tx, id))
}

async function readDocument(tx: Transaction, id: string): Promise<DriverDocument> {
  const found = await findDocument(tx, id)
  if (!found) throw problem('not_found')
  return found
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `licence_exists` */
export async function updateDocumentOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof updateDocument>['body'],
): Promise<DriverDocument> {
  requireEdit(actor, (await readDocument(tx, id)).companyId)
  const locked = await lockDocument(tx, id)
  if (!locked) throw problem('not_found')
  const { document: before, changedBy } = locked
  if (before.version !== version)
    throw problem('stale_version', { current: before, changedBy, changedAt: new Date(before.updatedAt) })
  await rewriteDocument(tx, id, body)
  return publish(tx, 'driver_document.changed', before, await readDocument(tx, id))
}

/** @throws Problem `not_found`, `forbidden` */
export async function removeDocumentOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const document = await readDocument(tx, id)
  requireEdit(actor, document.companyId)
  if ((await deleteDocument(tx, id)) === 0) throw problem('not_found')
  await publish(tx, 'driver_document.removed', null, document)
  return { done: true }
}
