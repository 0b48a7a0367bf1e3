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
