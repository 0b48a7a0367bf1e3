import type { DutyEntry } from '@rumbo/contract/notifications.preferences.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface DutyRow extends Omit<DutyEntry, 'since' | 'until'> {
  since: Date
  until: Date
}

/** Who is on duty now; under the system role, as everything here. @param fleetIds null: in all fleets */
export const findDuty = (
  tx: Transaction,
  { fleetId, fleetIds }: { fleetId: string | null; fleetIds: readonly string[] | null },
): Promise<DutyRow[]> =>
  tx.sql<DutyRow>(
    `select duty.user_id as "userId", people.display_name as name, duty.company_id as "companyId",
       duty.fleet_id as "fleetId", duty.since, duty.until
     from notifications.duty join identity.people on people.id = duty.user_id
     where duty.until > $1 and ($2::uuid is null or duty.fleet_id = $2)
       and ($3::uuid[] is null or duty.fleet_id = any($3::uuid[]))
     order by people.display_name collate "es-x-icu", duty.user_id, duty.fleet_id`,
    [tx.now, fleetId, fleetIds],
  )

/** Begins or prolongs somebody's duty. @returns since when */
export async function writeDuty(
  tx: Transaction,
  duty: { userId: string; companyId: string; fleetId: string; until: Date },
): Promise<Date> {
  const [row] = await tx.sql<{ since: Date }>(
    `insert into notifications.duty as d (user_id, company_id, fleet_id, since, until) values ($1, $2, $3, $4, $5)
     on conflict (user_id, fleet_id) do update
       set since = case when d.until > $4 then d.since else $4 end, until = $5, company_id = $2
     returning since`,
    [duty.userId, duty.companyId, duty.fleetId, tx.now, duty.until],
  )
  return row?.since ?? tx.now
}

/** @returns whether the person was on duty */
export async function removeDuty(tx: Transaction, userId: string, fleetId: string): Promise<boolean> {
  const ended = await tx.sql(
    'delete from notifications.duty where user_id = $1 and fleet_id = $2 and until > $3 returning user_id',
    [userId, fleetId, tx.now],
  )
  return ended.length > 0
}
