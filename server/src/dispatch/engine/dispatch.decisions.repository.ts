import type { Decision } from '@rumbo/contract/dispatch.engine.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ExclusionReason } from './dispatch.constraints.rules.ts'
import { type PackedExplanation, packExplanation, unpackExplanation } from './dispatch.explanation.rules.ts'

export type NewDecision = Omit<Decision, 'id' | 'at'>

export async function insertDecision(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  { serviceId, mode, outcome, vehicleId, vehicleNumber, ...explanation }: NewDecision,
): Promise<void> {
  await tx.sql(
    `insert into dispatch.decisions (id, company_id, fleet_id, service_id, at, mode, outcome, vehicle_id, vehicle_number,
       explanation)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb)`,
    [
      uuid(),
      companyId,
      fleetId,
      serviceId,
      tx.now,
      mode,
      outcome,
      vehicleId,
      vehicleNumber,
      JSON.stringify(packExplanation(explanation)),
    ],
  )
}

/** The latest decisions for a service, and the number of all. */
export async function findDecisions(
  tx: Transaction,
  serviceId: string,
  limit: number,
): Promise<{ items: Decision[]; total: number }> {
  const rows = await tx.sql<
    Omit<NewDecision, keyof PackedExplanation> & {
      id: string
      at: Date
      explanation: PackedExplanation
      total: number
    }
  >(
    `select id, service_id as "serviceId", at, mode, outcome, vehicle_id as "vehicleId", vehicle_number as "vehicleNumber",
       explanation, count(*) over ()::integer as total
     from dispatch.decisions where service_id = $1 order by at desc, id desc limit $2`,
    [serviceId, limit],
  )
  const items = rows.map(({ explanation, at, total: _, ...row }) => ({
    ...row,
    ...unpackExplanation(explanation),
    at: at.toISOString(),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

/**
 * The latest decision of each service of fleets that is due and waits, in fleets that the engine decides for; in others
 * where a reservation by a person ended.
 */
export const findLatestDecisions = (
  tx: Transaction,
  fleetIds: readonly string[],
  limit: number,
): Promise<
  {
    serviceId: string
    /** Null: none yet. */
    outcome: Decision['outcome'] | null
    vehicleId: string | null
    vehicleNumber: string | null
    arrivalSeconds: number | null
    /** The first reason why vehicles were excluded. */
    reason: ExclusionReason | null
  }[]
> =>
  tx.sql(
    `select s.id as "serviceId", d.outcome, d.vehicle_id as "vehicleId", d.vehicle_number as "vehicleNumber",
       (d.explanation->>'arrivalSeconds')::integer as "arrivalSeconds",
       d.explanation->'excluded'->0->>'reason' as reason
     from services.services s
     left join dispatch.fleet_settings f on f.fleet_id = s.fleet_id
     left join lateral (select * from dispatch.decisions d where d.service_id = s.id and d.at >= s.status_since
       order by d.at desc, d.id desc limit 1) d on true
     where s.fleet_id = any($1::uuid[]) and s.status = 'on_dispatch' and s.archived_at is null and s.dispatch_time <= $2
       and (f.mode <> 'manual' or d.outcome = 'reservation_ended')
     order by s.priority_level, s.status_since, s.id limit $3`,
    [fleetIds, tx.now, limit],
  )
