import { buildDispatchSettings } from '@rumbo/server/dispatch/dispatch.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { offeringFleet } from './driver-activity.ts'
import { fillDemand } from './past-demand.ts'

/** The fleet whose idle vehicles get suggestions to move. */
const repositionedFleet = 'Centro'

/**
 * The taxi fleets get proposals, which a person confirms, so that something is left to dispatch. In another fleet the
 * engine offers services to the drivers.
 */
export async function fillDispatch(tx: Transaction, companyId: string): Promise<void> {
  const fleets = await tx.sql<{ id: string; name: string }>(
    `select id, name from organisation.fleets where company_id = $1 and ('taxi' = any(service_types) or name = $2)`,
    [companyId, offeringFleet],
  )
  for (const { id: fleetId, name } of fleets)
    await buildDispatchSettings(tx, {
      companyId,
      fleetId,
      repositions: name === repositionedFleet,
      ...(name === offeringFleet && { mode: 'automatic', offersToDrivers: true, longestArrivalMinutes: 30 }),
    })
  await fillDemand(tx, companyId, repositionedFleet)
}
