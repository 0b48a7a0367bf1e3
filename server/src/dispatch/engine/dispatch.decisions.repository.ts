import type { Decision } from '@rumbo/contract/dispatch.engine.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'

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
      JSON.stringify(explanation),
    ],
  )
}

const mostShown = 50

/** The latest decisions for a service. */
export async function findDecisions(tx: Transaction, serviceId: string): Promise<Decision[]> {
  const rows = await tx.sql<
    Omit<Decision, 'at' | 'preset' | 'considered' | 'excluded'> & {
      at: Date
      explanation: Pick<Decision, 'preset' | 'considered' | 'excluded'>
    }
  >(
    `select id, service_id as "serviceId", at, mode, outcome, vehicle_id as "vehicleId", vehicle_number as "vehicleNumber",
       explanation
     from dispatch.decisions where service_id = $1 order by at desc, id desc limit ${mostShown}`,
    [serviceId],
  )
  return rows.map(({ explanation, at, ...row }) => ({ ...row, ...explanation, at: at.toISOString() }))
}
