import type { Transaction } from '../../platform/database/transaction.ts'

/** What is removed by its age alone: the column that has it, and what else has to be so. */
const kinds = {
  reply_routes: { key: 'ctid', at: 'written_at', only: 'true' },
  driver_actions: { key: 'id', at: 'received_at', only: 'true' },
  attachments: { key: 'id', at: 'created_at', only: 'message_id is null and aside_id is null' },
  file_links: { key: 'id', at: 'expires_at', only: 'true' },
  aside_floods: { key: 'ctid', at: 'hour', only: 'true' },
} as const
export type ForgottenKind = keyof typeof kinds

/** Deletes the oldest from before a moment. @returns how many, at most `limit` */
export async function deleteOld(
  tx: Transaction,
  kind: ForgottenKind,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { key, at, only } = kinds[kind]
  const rows = await tx.sql(
    `delete from communication.${kind} where ${key} = any(array(
       select ${key} from communication.${kind} where ${at} < $1 and ${only} order by ${at} limit $2))
       -- Again, for one that came into use while its row was locked.
       and ${at} < $1 and ${only}
     returning 1 as one`,
    [before, limit],
  )
  return rows.length
}

/** Locks the oldest replies that were kept aside before a moment, unless somebody decides about them now. */
export async function lockOldAside(
  tx: Transaction,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: string; companyId: string }[]> {
  return tx.sql<{ id: string; companyId: string }>(
    `select id, company_id as "companyId" from communication.aside where received_at < $1
     order by received_at limit $2 for update skip locked`,
    [before, limit],
  )
}
