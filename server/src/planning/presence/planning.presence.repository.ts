import type { PlanPresence } from '@rumbo/contract/planning.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { PlanPlace } from '../planning.repository.ts'

export interface OwnPresence {
  vehicleId: string | null
  serviceId: string | null
}

/** Notes where the user is at work in the plan. @returns whether others would see a difference */
export async function writePresence(
  tx: Transaction,
  plan: PlanPlace,
  user: { userId: string; name: string },
  { vehicleId, serviceId }: OwnPresence,
  keptMs: number,
): Promise<boolean> {
  const [row] = await tx.sql<{ isNew: boolean }>(
    `with former as (select vehicle_id, service_id, name from planning.presence
       where plan_id = $1 and user_id = $2 and seen_at > $8::timestamptz - make_interval(secs => $9)),
     written as (insert into planning.presence (plan_id, user_id, company_id, fleet_id, name, vehicle_id, service_id, seen_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (plan_id, user_id) do update set name = excluded.name, vehicle_id = excluded.vehicle_id,
         service_id = excluded.service_id, seen_at = excluded.seen_at)
     select not exists (select from former where vehicle_id is not distinct from $6::uuid
       and service_id is not distinct from $7::uuid and name = $5) as "isNew"`,
    [
      plan.id,
      user.userId,
      plan.companyId,
      plan.fleetId,
      user.name,
      vehicleId,
      serviceId,
      tx.now,
      keptMs / 1000,
    ],
  )
  return row?.isNew ?? true
}

/** @returns whether the user was in the plan */
export async function removePresence(tx: Transaction, planId: string, userId: string): Promise<boolean> {
  const removed = await tx.sql(
    'delete from planning.presence where plan_id = $1 and user_id = $2 returning user_id',
    [planId, userId],
  )
  return removed.length > 0
}

/** Who else was in the plan within the time, in the order of their names; forgets the others. */
export async function findOthers(
  tx: Transaction,
  planId: string,
  userId: string,
  keptMs: number,
): Promise<PlanPresence[]> {
  const since = new Date(tx.now.getTime() - keptMs)
  // Skips those who come back at this moment, so that two who do never wait for each other.
  await tx.sql(
    `delete from planning.presence where plan_id = $1 and user_id in (
       select user_id from planning.presence where plan_id = $1 and seen_at <= $2 for update skip locked)`,
    [planId, since],
  )
  const rows = await tx.sql<Omit<PlanPresence, 'at'> & { at: Date }>(
    `select user_id as "userId", name, vehicle_id as "vehicleId", service_id as "serviceId", seen_at as at
     from planning.presence where plan_id = $1 and user_id <> $2 and seen_at > $3 order by name collate "es-x-icu", user_id`,
    [planId, userId, since],
  )
  return rows.map(({ at, ...person }) => ({ ...person, at: at.toISOString() }))
}
