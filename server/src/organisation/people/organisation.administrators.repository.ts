import type { Transaction } from '../../platform/database/transaction.ts'

/** Active users of level admin who work in a company as a whole, ordered by name. */
export async function findAdministrators(
  tx: Transaction,
  companyId: string,
): Promise<{ id: string; displayName: string; email: string }[]> {
  return tx.sql(
    `select users.id, people.display_name as "displayName", users.email
     from identity.users join identity.people on people.id = users.id
     where users.level = 'admin' and users.status = 'active' and users.archived_at is null
       and exists (select 1 from organisation.assignments as held
         where held.user_id = users.id and held.company_id = $1 and held.is_active and held.archived_at is null)
     order by people.display_name collate "es-x-icu", users.id`,
    [companyId],
  )
}

/** Where the company's active administrators read mail, and in which language. */
export const findAdministratorMails = (
  tx: Transaction,
  companyId: string,
): Promise<{ email: string; language: 'es' | 'en' }[]> =>
  tx.sql(
    `select email, language from identity.users
     where level = 'admin' and status = 'active' and archived_at is null
       and exists (select from organisation.assignments as held
         where held.user_id = users.id and held.company_id = $1 and held.is_active and held.archived_at is null)
     order by id`,
    [companyId],
  )
