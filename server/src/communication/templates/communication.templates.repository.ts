import type { MessageTemplate } from '@rumbo/contract/communication.templates.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

const columns = `id, company_id as "companyId", name, texts, version, updated_at as "updatedAt", updated_by as "updatedBy"`
type Row = Omit<MessageTemplate, 'updatedAt'> & { updatedAt: Date }
const templateOf = (row: Row): MessageTemplate => ({ ...row, updatedAt: row.updatedAt.toISOString() })

export async function findTemplates(tx: Transaction, companyId: string): Promise<MessageTemplate[]> {
  const rows = await tx.sql<Row>(
    `select ${columns} from communication.templates where company_id = $1 order by lower(name), id`,
    [companyId],
  )
  return rows.map(templateOf)
}

/** Locked until the transaction ends; null for none. */
export async function lockTemplate(tx: Transaction, id: string): Promise<MessageTemplate | null> {
  const [row] = await tx.sql<Row>(`select ${columns} from communication.templates where id = $1 for update`, [
    id,
  ])
  return row ? templateOf(row) : null
}

export async function findTemplate(tx: Transaction, id: string): Promise<MessageTemplate | null> {
  const [row] = await tx.sql<Row>(`select ${columns} from communication.templates where id = $1`, [id])
  return row ? templateOf(row) : null
}

type Fields = Pick<MessageTemplate, 'id' | 'name' | 'texts'>

export const insertTemplate = (
  tx: Transaction,
  { id, companyId, name, texts }: Fields & { companyId: string },
  by: string,
) =>
  tx.sql(
    `insert into communication.templates (id, company_id, name, texts, created_at, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [id, companyId, name, JSON.stringify(texts), tx.now, by],
  )

export const rewriteTemplate = (tx: Transaction, { id, name, texts }: Fields, by: string) =>
  tx.sql(
    `update communication.templates set name = $2, texts = $3, version = version + 1, updated_at = $4, updated_by = $5
     where id = $1`,
    [id, name, JSON.stringify(texts), tx.now, by],
  )

export const deleteTemplate = (tx: Transaction, id: string) =>
  tx.sql('delete from communication.templates where id = $1', [id])

/** What variables of templates stand for in a conversation. */
export async function findPlaceWords(
  tx: Transaction,
  fleetId: string,
): Promise<{ fleet: string; company: string; timeZone: string } | null> {
  const [row] = await tx.sql<{ fleet: string; company: string; timeZone: string }>(
    `select fleets.name as fleet, companies.name as company, companies.time_zone as "timeZone"
     from organisation.fleets join organisation.companies on companies.id = fleets.company_id where fleets.id = $1`,
    [fleetId],
  )
  return row ?? null
}
