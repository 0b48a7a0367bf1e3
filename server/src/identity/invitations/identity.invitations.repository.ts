import type { Level } from '@rumbo/contract/access'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/** All columns except the token's hash, which only the system role may read. */
export interface InvitationRow {
  id: string
  email: string
  level: Level
  language: 'es' | 'en'
  company_id: string
  fleet_id: string | null
  role: AssignmentRole | null
  invited_by: string
  invited_by_name: string
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
}
const columns = [
  'id',
  'email',
  'level',
  'language',
  'company_id',
  'fleet_id',
  'role',
  'invited_by',
  'invited_by_name',
  'created_at',
  'expires_at',
  'accepted_at',
  'revoked_at',
] as const
const invitations = 'identity.invitations'

export async function insertInvitation(
  tx: Transaction,
  invitation: Omit<InvitationRow, 'accepted_at' | 'revoked_at'> & { token_hash: string },
): Promise<void> {
  await tx.run(query.insertInto(invitations).values(invitation))
}

/** Finds by id or by the token's hash, and locks the row until the transaction ends. */
export async function lockInvitation(
  tx: Transaction,
  by: { id: string } | { tokenHash: string },
): Promise<InvitationRow | undefined> {
  const found = query.selectFrom(invitations).select(columns).forUpdate()
  const row = await tx.first(
    'id' in by ? found.where('id', '=', by.id) : found.where('token_hash', '=', by.tokenHash),
  )
  return row as InvitationRow | undefined
}

export async function changeInvitation(
  tx: Transaction,
  id: string,
  change: Partial<
    Pick<InvitationRow, 'expires_at' | 'accepted_at' | 'revoked_at' | 'invited_by' | 'invited_by_name'>
  > & { token_hash?: string },
): Promise<void> {
  await tx.run(query.updateTable(invitations).set(change).where('id', '=', id))
}

/** Revokes pending invitations of this address in this company. */
export async function revokeInvitationsTo(tx: Transaction, companyId: string, email: string): Promise<void> {
  await tx.run(
    query
      .updateTable(invitations)
      .set({ revoked_at: tx.now })
      .where('company_id', '=', companyId)
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null),
  )
}

export interface InvitationFilter {
  page: number
  size: number
  sort: 'createdAt' | 'email'
  order: 'asc' | 'desc'
  search: string
  companyId?: string
  open?: 'true'
}

/** A page of the invitations that the transaction's role may read. */
export async function listInvitationRows(
  tx: Transaction,
  filter: InvitationFilter,
): Promise<{ rows: InvitationRow[]; total: number }> {
  let found = query.selectFrom(invitations)
  if (filter.companyId) found = found.where('company_id', '=', filter.companyId)
  if (filter.open)
    found = found
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', tx.now)
  if (filter.search) {
    const pattern = `%${filter.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    found = found.where(sql`lower(email)`, 'like', pattern)
  }
  const { total } = await tx.one(found.select(sql<number>`count(*)`.as('total')))
  const rows = await tx.rows(
    found
      .select(columns)
      .orderBy(filter.sort === 'email' ? sql`lower(email)` : 'created_at', filter.order)
      .orderBy('id', filter.order)
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
  return { rows: rows as InvitationRow[], total }
}
