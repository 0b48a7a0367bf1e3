import type { Transaction } from '../../platform/database/transaction.ts'

/** Takes stops out of the published routes. @returns the plans concerned */
export const deletePublishedStops = (
  tx: Transaction,
  stopIds: readonly string[],
): Promise<{ planId: string; companyId: string; fleetId: string }[]> =>
  tx.sql(
    `with removed as (
       delete from planning.published_stops where stop_id = any($1::uuid[]) returning plan_id, company_id, fleet_id)
     select distinct plan_id as "planId", company_id as "companyId", fleet_id as "fleetId" from removed`,
    [stopIds],
  )

/** Whether a plan is published in which the vehicle serves the service. */
export async function isInPublishedRoute(
  tx: Transaction,
  { planId, serviceId, vehicleId }: { planId: string; serviceId: string; vehicleId: string },
): Promise<boolean> {
  const rows = await tx.sql(
    `select from planning.published_stops ps join planning.plans p on p.id = ps.plan_id and p.published_at is not null
     where ps.plan_id = $1 and ps.service_id = $2 and ps.vehicle_id = $3 limit 1`,
    [planId, serviceId, vehicleId],
  )
  return rows.length > 0
}
