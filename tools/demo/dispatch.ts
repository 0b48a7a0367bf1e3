import { buildDispatchSettings } from '@rumbo/server/dispatch/dispatch.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'

/** The taxi fleets get proposals; a person confirms them, so that something is left to dispatch. */
export async function fillDispatch(tx: Transaction, companyId: string): Promise<void> {
  const fleets = await tx.sql<{ id: string }>(
    `select id from organisation.fleets where company_id = $1 and 'taxi' = any(service_types)`,
    [companyId],
  )
  for (const { id: fleetId } of fleets) await buildDispatchSettings(tx, { companyId, fleetId })
}
