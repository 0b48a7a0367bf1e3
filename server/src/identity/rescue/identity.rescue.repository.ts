import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { changedBy } from '../identity.repository.ts'

const superAdminColumns = ['id', 'username', 'email', 'status', 'otp_required', 'last_login_at'] as const

export interface SuperAdmin {
  id: string
  username: string
  email: string
  status: string
  otp_required: boolean
  last_login_at: Date | null
}

export const listSuperAdmins = (tx: Transaction): Promise<SuperAdmin[]> =>
  tx.rows(
    query
      .selectFrom('identity.users')
      .select(superAdminColumns)
      .where('level', '=', 'super_admin')
      .where('archived_at', 'is', null)
      .orderBy('username'),
  )

export async function activateUser(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable('identity.users')
      .set({ status: 'active', updated_at: tx.now, ...changedBy(tx, id), version: sql`version + 1` })
      .where('id', '=', id),
  )
}
