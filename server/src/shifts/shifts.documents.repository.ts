import type { DriverDocument } from '@rumbo/contract/shifts.drivers.contract'
import { v7 as uuid } from 'uuid'
import { constraintOf } from '../platform/database/constraint-of.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'

type Fields = Pick<DriverDocument, 'kind' | 'title' | 'number' | 'class' | 'expiresOn' | 'note'>
type Row = Omit<DriverDocument, 'updatedAt'> & { updatedAt: Date }

const columns = `id, company_id as "companyId", contact_id as "driverId", kind, title, number, class,
  expires_on::text as "expiresOn", note, updated_at as "updatedAt", version`
const documentOf = ({ updatedAt, ...row }: Row): DriverDocument => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
})

/** The driving licence first. */
export async function findDocuments(tx: Transaction, driverId: string): Promise<DriverDocument[]> {
  const rows = await tx.sql<Row>(
    `select ${columns} from shifts.documents where contact_id = $1
     order by kind <> 'driving_licence', expires_on nulls last, id`,
    [driverId],
  )
  return rows.map(documentOf)
}

export async function findDocument(tx: Transaction, id: string): Promise<DriverDocument | null> {
  const [row] = await tx.sql<Row>(`select ${columns} from shifts.documents where id = $1`, [id])
  return row ? documentOf(row) : null
}

/** A document with the user who changed it last, locked. */
export async function lockDocument(tx: Transaction, id: string) {
  const [row] = await tx.sql<Row & { by: string | null }>(
    `select ${columns}, updated_by_name as by from shifts.documents where id = $1 for update`,
    [id],
  )
  if (!row) return null
  const { by: changedBy, ...document } = row
  return { document: documentOf(document), changedBy }
}

async function unlessSecond(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    const constraint = constraintOf(error)
    throw constraint === 'documents_licence' ? problem('licence_exists') : error
  }
}
const valuesOf = ({ kind, title, number, class: licenceClass, expiresOn, note }: Fields) => [
  kind,
  title,
  number,
  licenceClass,
  expiresOn,
  note,
]
const changedBy = (tx: Transaction) => [tx.now, tx.actor?.userId ?? null, tx.actor?.displayName ?? null]

/** @returns the id @throws Problem `licence_exists` */
export async function insertDocument(
  tx: Transaction,
  document: Fields & { companyId: string; driverId: string },
): Promise<string> {
  const id = uuid()
  await unlessSecond(
    tx.sql(
      `insert into shifts.documents (id, company_id, contact_id, kind, title, number, class, expires_on, note,
         updated_at, updated_by, updated_by_name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $10)`,
      [id, document.companyId, document.driverId, ...valuesOf(document), ...changedBy(tx)],
    ),
  )
  return id
}

/** Increments the version. @throws Problem `licence_exists` */
export async function rewriteDocument(tx: Transaction, id: string, fields: Fields): Promise<void> {
  await unlessSecond(
    tx.sql(
      `update shifts.documents set kind = $2, title = $3, number = $4, class = $5, expires_on = $6, note = $7,
         updated_at = $8, updated_by = $9, updated_by_name = $10, version = version + 1 where id = $1`,
      [id, ...valuesOf(fields), ...changedBy(tx)],
    ),
  )
}

/** @returns the number of deleted rows */
export async function deleteDocument(tx: Transaction, id: string): Promise<number> {
  const rows = await tx.sql('delete from shifts.documents where id = $1 returning id', [id])
  return rows.length
}
