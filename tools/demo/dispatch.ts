import type { Transaction } from '@rumbo/server/platform/database/transaction'

/** The taxi fleets get proposals; a person confirms them, so that something is left to dispatch. */
export async function fillDispatch(tx: Transaction, companyId: string): Promise<void> {
  await tx.sql(
    `insert into dispatch.fleet_settings (fleet_id, company_id, mode, preset, longest_arrival_seconds, requires_shift, updated_at)
     select id, company_id, 'suggest', 'fastest_pickup', 900, false, $2 from organisation.fleets
     where company_id = $1 and 'taxi' = any(service_types)`,
    [companyId, tx.now],
  )
}
