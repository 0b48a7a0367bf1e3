import type { ServiceView, ViewScreen } from '@rumbo/contract/services.views.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { unlessNameTaken } from '../../platform/database/unless-name-taken.ts'

/** A person's views in a company. */
export interface ViewOwner {
  userId: string
  companyId: string
}
export type NewView = Omit<ServiceView, 'updatedAt'>

/** @param screen default: the views of every list */
export async function findViews(
  tx: Transaction,
  { userId, companyId }: ViewOwner,
  screen: ViewScreen | null = null,
): Promise<ServiceView[]> {
  const rows = await tx.sql<Omit<ServiceView, 'updatedAt'> & { updatedAt: Date }>(
    `select id, screen, name, address, columns, is_default as "isDefault", updated_at as "updatedAt"
     from services.views where user_id = $1 and company_id = $2 and ($3::text is null or screen = $3)
     order by name collate "es-x-icu", id`,
    [userId, companyId, screen],
  )
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }))
}

/** Makes the changes of one person's views in one company wait for each other until the transaction ends. */
export async function lockViews(tx: Transaction, { userId, companyId }: ViewOwner): Promise<void> {
  await tx.sql(
    `select pg_advisory_xact_lock(hashtextextended('services.views' || $1::text || $2::text, 0))`,
    [userId, companyId],
  )
}

/** @throws Problem `name_taken` */
export async function writeView(tx: Transaction, owner: ViewOwner, view: NewView): Promise<void> {
  const { userId, companyId } = owner
  const { id, screen, name, address, columns, isDefault } = view
  if (isDefault)
    await tx.sql(
      'update services.views set is_default = false where user_id = $1 and company_id = $2 and screen = $3 and id <> $4',
      [userId, companyId, screen, id],
    )
  await unlessNameTaken(
    'views_name',
    tx.sql(
      `insert into services.views (id, user_id, company_id, name, address, columns, is_default, updated_at, screen)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (user_id, company_id, id) do update set name = excluded.name, address = excluded.address,
         columns = excluded.columns, is_default = excluded.is_default, updated_at = excluded.updated_at`,
      [id, userId, companyId, name, JSON.stringify(address), columns, isDefault, tx.now, screen],
    ),
  )
}

export async function removeView(tx: Transaction, { userId, companyId }: ViewOwner, id: string) {
  await tx.sql('delete from services.views where user_id = $1 and company_id = $2 and id = $3', [
    userId,
    companyId,
    id,
  ])
}
